import AdaptyMigrationAccess
import AdaptyMigrationCore

/// One stored record, converted to the form that an SDK version reads.
package struct StoredRecord {
    /// The reason why a record stays as it is: a sentence without values of the user.
    package struct Refusal: Error {
        package let reason: String

        package init(reason: String) { self.reason = reason }

        init(_ error: MigrationError) { reason = "\(error.code.rawValue): \(error.message)" }
    }

    /// The record as the SDK reads it, without its wrapper.
    package let text: [UInt8]
    /// Whether the text is unchanged, and whether it was in a wrapper.
    let isUnchanged: Bool
    let isWrapped: Bool
    /// The residue for the way back of a profile. Caches come back as they were.
    package let residue: [UInt8]?
    /// What the SDK would have refused, with pointers in ``text``.
    package let changes: [StoredReport.Change]

    /// - Parameters:
    ///   - element: `{"v": record, …}` of SDK 2.0 and later, or a bare record.
    ///   - from: the dialect of a bare record; `nil` to recognise it.
    package init(_ element: [UInt8], kind: RecordKind, from: Dialect?, _ sdk: SDKVersion)
        throws(Refusal)
    {
        let index: JSONIndex
        do throws(MigrationError) { index = try JSONScanner.index(element) } catch { throw Refusal(error) }
        try self.init(index, 0, kind: kind, from: from, sdk)
    }

    /// The same of a value in a document that is indexed.
    init(_ index: JSONIndex, _ element: Int, kind: RecordKind, from: Dialect?, _ sdk: SDKVersion) throws(Refusal) {
        do {
            let wrapped = index.member(element, "v")
            if let wrapped, index.kind(wrapped) != .object { throw Refusal(reason: "its wrapper is empty") }
            let record = Array(index.raw(wrapped ?? element))
            var options = MigrationOptions(fillRequired: true, readableBy: sdk)
            options.keepsMending = true
            // Products of SDK 2.x are too short for recognising their dialect.
            let source: Dialect? = wrapped == nil ? from : kind == .product ? .sdk2 : nil
            let migration = try Migrator(options).upgrade(record, from: source)
            guard migration.kind == kind else {
                throw Refusal(reason: "it is \(migration.kind.phrase), not \(kind.phrase)")
            }
            if let source = migration.source, source.age > migration.target.age,
                index.member(wrapped ?? element, "placement") != nil
            {
                throw Refusal(reason: "it is newer than SDK \(sdk)")
            }
            text = try PassedFields.removed(
                from: migration.documentWithoutResidue, kind, migration.target.column)
            if kind == .profile { try StoredRecord.requireSameAccess(record, text, migration.source) }
            isUnchanged = text == record
            isWrapped = wrapped != nil
            residue = kind == .profile ? migration.residue?.json : nil
            changes = StoredRecord.changes(migration.ledger, kind)
        } catch let refusal as Refusal {
            throw refusal
        } catch let error as MigrationError {
            throw Refusal(error)
        } catch {
            throw Refusal(reason: "\(error)")
        }
    }

    /// Compares the old record itself, not the result of its conversion.
    private static func requireSameAccess(_ old: [UInt8], _ new: [UInt8], _ source: Dialect?) throws {
        let comparison = AccessComparison(
            try JSONScanner.index(old), try JSONScanner.index(new), source, at: [], isFilled: true)
        guard let difference = comparison.differences.first else { return }
        throw Refusal(reason: "its access would change: \(difference)")
    }

    /// `{"v": record}` without the hash. An SDK without a hash requests everything from the server, so placeholders are
    /// replaced at the next launch with a network.
    static func wrapped(_ record: [UInt8]) -> [UInt8] { Array("{\"v\":".utf8) + record + [.closeBrace] }

    /// A text member of the record; `nil` when it is missing or empty.
    func member(_ name: String) -> String? { StoredRecord.member(name, text) }

    package static func member(_ name: String, _ document: [UInt8]) -> String? {
        guard let index = try? JSONScanner.index(document),
            let text = index.member(0, name).flatMap({ index.text($0) }), !text.isEmpty
        else { return nil }
        return text
    }

    /// The profile's id, which must match the stored id. Otherwise a user could get another user's access.
    package func ownID(_ known: String?, _ key: StoredKey) throws(Refusal) -> String {
        guard let id = member("profile_id") else { throw Refusal(reason: "it has no profile id") }
        guard known == nil || known == id else {
            throw Refusal(reason: "it belongs to another profile than \(key) says")
        }
        return id
    }

    /// The oldest SDKs stored the id beside the profile (iOS 1.2.2, Android 0.9.3).
    package static func identified(_ bytes: [UInt8], _ id: String?) -> [UInt8] {
        guard let id, let index = try? JSONScanner.index(bytes), index.kind(0) == .object, index.member(0, "v") == nil,
            index.member(0, "profileId") == nil
        else { return bytes }
        let rest = bytes[(index.range(0).lowerBound + 1)...]
        return [.openBrace] + JSONText.member("profileId", JSONText.encode(id))
            + (index.nodes.count > 1 ? [.comma] : []) + rest
    }

    package static func isNull(_ bytes: [UInt8]) -> Bool {
        (try? JSONScanner.index(bytes)).map { $0.kind(0) == .null } ?? false
    }
}

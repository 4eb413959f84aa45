import AdaptyMigrationAccess
import AdaptyMigrationCore

/// One stored record, converted to the form that an SDK version reads.
package struct StoredRecord {
    /// The reason why a record stays as it is: a sentence without values of the user.
    package struct Refusal: Error {
        package let reason: String

        package init(reason: String) { self.reason = reason }
    }

    /// The record as the SDK reads it, without its wrapper.
    package let text: [UInt8]
    /// Whether the text is unchanged, and whether it was in a wrapper.
    let isUnchanged: Bool
    let isWrapped: Bool
    /// The residue for the way back.
    package let residue: [UInt8]?
    /// What the SDK would have refused, with pointers in ``text``.
    package let changes: [StoredReport.Change]

    /// - Parameters:
    ///   - element: `{"v": record, …}` of SDK 2.0 and later, or a bare record.
    ///   - from: the dialect of a bare record; `nil` to recognise it.
    package init(_ element: [UInt8], kind: RecordKind, from: Dialect?, _ sdk: SDKVersion)
        throws(Refusal)
    {
        do {
            let index = try JSONScanner.index(element)
            let wrapped = index.member(0, "v")
            if let wrapped, index.kind(wrapped) != .object { throw Refusal(reason: "its wrapper is empty") }
            let record = wrapped.map { Array(index.raw($0)) } ?? element
            let options = MigrationOptions(fillRequired: true, keepsLedger: true, readableBy: sdk)
            // Products of SDK 2.x are too short for recognising their dialect.
            let source: Dialect? = wrapped == nil ? from : kind == .product ? .sdk2 : nil
            let migration = try Migrator(options).upgrade(record, from: source)
            guard migration.kind == kind else {
                throw Refusal(reason: "it is a \(migration.kind.rawValue), not a \(kind.rawValue)")
            }
            let given = try JSONScanner.index(record)
            if let source = migration.source, source.age > migration.target.age, given.member(0, "placement") != nil {
                throw Refusal(reason: "it is newer than SDK \(sdk)")
            }
            text = migration.documentWithoutResidue
            // The comparison uses the old record itself, not the conversion result.
            let comparison = AccessComparison(
                given, try JSONScanner.index(text), migration.source, at: [], isFilled: true)
            if kind == .profile, let difference = comparison.differences.first {
                throw Refusal(reason: "its access would change: \(difference)")
            }
            isUnchanged = text == record
            isWrapped = wrapped != nil
            residue = migration.residue?.json
            changes = StoredRecord.changes(migration.ledger, kind)
        } catch let refusal as Refusal {
            throw refusal
        } catch let error as MigrationError {
            throw Refusal(reason: "\(error.code.rawValue): \(error.message)")
        } catch {
            throw Refusal(reason: "\(error)")
        }
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

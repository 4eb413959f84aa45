import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// Features that identify a record before and after an upgrade by any program.
///
/// These are ids, products, dates, amounts and event meanings. Flags are left out, because `server-v2` does not have
/// them.
@_spi(Tools) public struct RecordIdentity: Sendable, Hashable {
    private let features: String

    /// Members that identify a record, under all their names.
    private static let ids: [String: String] = [
        "profile_id": "profile", "profileId": "profile", "customer_user_id": "user", "customerUserId": "user",
        "profile_event_id": "event id",
        "transaction_id": "transaction", "event_datetime": "time", "variation_id": "variation",
        "variationId": "variation",
        "developer_id": "developer", "developerId": "developer",
    ]

    /// - Parameters:
    ///   - document: a record of any dialect; its residue is ignored.
    ///   - maximumDepth: the deepest nesting accepted.
    /// - Throws: ``MigrationError`` when the bytes are not JSON.
    public init(_ document: [UInt8], maximumDepth: Int = MigrationOptions().maximumDepth) throws(MigrationError) {
        let index = try JSONScanner.index(document, maximumDepth: maximumDepth)
        var features: [String] = []
        for (subject, facts) in AccessReading(index).subjects {
            features.append(subject)
            for (field, fact) in facts where field.form != .flag && fact.value != .unsaid {
                features.append("\(subject) \(field) \(fact.value)")
            }
        }
        let envelope = Envelope(index)
        if envelope.entries == nil {
            let ids = RecordIdentity.ids(index, envelope.node)
            for (role, text) in ids { features.append("\(role) \(text)") }
            if ids["profile"] == nil, let id = envelope.id.flatMap({ index.text($0) }) {
                features.append("profile \(id)")
            }
        }
        self.features = features.sorted().joined(separator: "\n")
    }

    private static func ids(_ index: JSONIndex, _ node: Int) -> [String: String] {
        var found: [String: String] = [:]
        for member in index.members(node) {
            let name = index.name(member.name)
            if name == "event_properties" { found.merge(ids(index, member.value)) { first, _ in first } }
            guard let role = ids[name], index.kind(member.value) != .null, !index.kind(member.value).isContainer else {
                continue
            }
            let token = index.text(member.value) ?? String(decoding: index.raw(member.value), as: UTF8.self)
            let instant =
                role == "time"
                ? AccessInstant.milliseconds(Array(token.utf8), 0, token.utf8.count).map(AccessInstant.text) : nil
            found[role] = instant ?? token
        }
        return found
    }
}

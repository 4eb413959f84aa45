@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTools

/// A client as `Codable` makes it: it decodes what its types have, changes one value, and encodes its types.
struct TypedClient: CustomStringConvertible {
    let client: Client
    let kind: RecordKind

    var description: String { "\(client.sdk.map { "SDK \($0)" } ?? client.dialect.rawValue), \(kind.rawValue)" }

    /// The column in which a document is: some dialects have two.
    private func column(_ index: JSONIndex) -> Column {
        if case .one(let found) = Recognizer.recognise(index, client.dialect, isOurs: true) { return found.column }
        return client.dialect.column
    }

    /// A member of a document.
    private struct Member {
        let field: MergeContext.Field
        /// The row of the table; `nil` for what no row describes.
        let row: Row?
        let table: TableID
    }

    /// What the client's types have of a document.
    func decoded(_ document: [UInt8]) throws -> [UInt8] {
        let index = try JSONScanner.index(document), column = column(index)
        let unknown = members(index).filter { !$0.field.isHolder && !has($0, in: column) }
        return unknown.isEmpty ? document : index.without(Set(unknown.map(\.field.name)))
    }

    /// Of several names of one field, a version reads the one that it requires.
    private func has(_ member: Member, in column: Column) -> Bool {
        if let sdk = client.sdk, sdk >= .oldestReader {
            let needs = SDKNeed.of(member.table, in: sdk), path = member.field.path
            if needs.contains(where: { [$0.name] == path }) { return true }
            let isOlder = needs.contains { need in
                if case .renamed(path[0], _) = need.filler { return true }
                return member.row?.names[column].contains { $0.path == [need.name] } ?? false
            }
            if isOlder { return false }
        }
        return member.row?.isDecoded(in: column, by: client.sdk) ?? false
    }

    /// One edit of a document.
    struct Edit {
        let name: String
        let document: [UInt8]
        let isRemoval: Bool
        /// Whether it is of what tells an element from others.
        let isOfIdentity: Bool
    }

    /// Each member in turn with another value, and without it.
    func edits(_ document: [UInt8]) throws -> [Edit] {
        let index = try JSONScanner.index(document)
        return members(index).filter { !$0.field.isHolder }.flatMap { member -> [Edit] in
            let range = index.range(member.field.value), pointer = index.pointer(member.field.value)
            let isOfIdentity = member.row.map { Table[member.table].identity == $0.id } ?? false
            let changed = TypedClient.other(index, member.field.value).map { text in
                Edit(
                    name: pointer, document: document[..<range.lowerBound] + text + document[range.upperBound...],
                    isRemoval: false, isOfIdentity: isOfIdentity)
            }
            let removed = Edit(
                name: "no \(pointer)", document: index.without([member.field.name]), isRemoval: true,
                isOfIdentity: isOfIdentity)
            return [changed, removed].compactMap(\.self)
        }
    }

    /// Another value of the same kind; `nil` for containers and null.
    private static func other(_ index: JSONIndex, _ node: Int) -> [UInt8]? {
        switch index.kind(node) {
        case .string:
            let isMoment = DateText.microseconds(index.raw(node)) != nil
            return Array((isMoment ? "\"2031-01-02T03:04:05.000Z\"" : "\"EDITED\"").utf8)
        case .number: return Array((index.raw(node).elementsEqual("1".utf8) ? "0" : "1").utf8)
        case .true: return Array("false".utf8)
        case .false: return Array("true".utf8)
        default: return nil
        }
    }

    // MARK: Members

    private func members(_ index: JSONIndex) -> [Member] {
        var members: [Member] = []
        MergeContext.record(kind.table, column(index)).visitRecords(index, Envelope(index).node) { table, fields in
            for (key, all) in fields {
                var row: Row?
                if case .row(let number) = key { row = Table[table].rows[number] }
                members += all.map { Member(field: $0, row: row, table: table) }
            }
        }
        return members
    }
}

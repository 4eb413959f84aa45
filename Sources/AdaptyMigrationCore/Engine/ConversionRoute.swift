/// What a conversion needs for one kind of record between two columns, worked out once for the process.
struct ConversionRoute {
    let from: Column, to: Column
    let kind: RecordKind
    /// The rules of the record's table.
    let rules: UnsafePointer<TableRules>
    /// The residue's member up to the digits of its hash.
    let residue: Text

    static func of(_ from: Column, _ to: Column, _ kind: RecordKind) -> ConversionRoute {
        all.value((from.rawValue * Column.count + to.rawValue) * RecordKind.count + kind.number) {
            Kept(route: ConversionRoute(from, to, kind))
        }.route
    }

    private struct Kept: @unchecked Sendable {
        let route: ConversionRoute
    }

    private static let all = LazyTable<Kept>(count: Column.count * Column.count * RecordKind.count)

    private init(_ from: Column, _ to: Column, _ kind: RecordKind) {
        (self.from, self.to, self.kind) = (from, to, kind)
        rules = TableRules.of(kind.upgraded.table, from: from, to: to)
        residue = Text(
            kept: JSONText.member(Residue.memberName, Residue.head(from, to, kind)) + Array("\"hash\":\"".utf8))
    }

    /// Whether it leads there.
    func leads(_ from: Column, _ to: Column, _ kind: RecordKind) -> Bool {
        self.from == from && self.to == to && self.kind == kind
    }
}

/// What a conversion needs for one kind of record between two columns, worked out once for the process.
struct ConversionRoute {
    let from: Column, to: Column
    let kind: RecordKind
    /// The rules of the record's table, and those of the way back.
    let rules: UnsafePointer<TableRules>, back: UnsafePointer<TableRules>
    /// The beginning of a residue with one hop, with the member's name.
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
        let table = kind.upgraded.table
        (rules, back) = (TableRules.of(table, from: from, to: to), TableRules.of(table, from: to, to: from))
        let head = "\"\(Residue.memberName)\":{\"v\":\(Residue.version),\"hops\":[{"
        residue = Text(
            kept: Array(
                (head + "\"from\":\"\(from.id)\",\"to\":\"\(to.id)\",\"kind\":\"\(kind.rawValue)\"").utf8))
    }

    /// Whether it leads there.
    func leads(_ from: Column, _ to: Column, _ kind: RecordKind) -> Bool {
        self.from == from && self.to == to && self.kind == kind
    }
}

@_spi(Tools) import AdaptyMigrationTools

// The input, and where its fields went.
extension ReportFacts {
    var arrivals: Part {
        let kinds = byCount(.kinds)
        var blocks: [Block] = []
        if !kinds.isEmpty {
            blocks += [
                .picture(.lineage(title: "Records by dialect, before and after", edges: ways(kinds))),
                .table(kindTable(kinds)),
            ]
        }
        let converted = report.count(.records, "converted"), unchanged = report.count(.records, "unchanged")
        blocks.insert(
            .text(
                "\(Text.grouped(converted)) converted, \(Text.grouped(unchanged)) left as they were because they are current, \(Text.grouped(rejected)) rejected."
            ), at: 0)
        if !report[.dates].isEmpty { blocks.append(.table(dates)) }
        return Part(id: "arrivals", title: "What came in", blocks: blocks)
    }

    /// Counts from each dialect to each dialect, for all kinds together.
    private func ways(_ kinds: [Row]) -> [ReportPicture.Edge] {
        let ways = Dictionary(grouping: kinds) { Array($0.key[0...1]) }.sorted { $0.key < $1.key }
        return ways.map { pair, rows in
            .init(
                old: pair[0].text, new: pair[1].text, action: pair[0] == pair[1] ? "copied" : "renamed",
                count: sum(rows))
        }
    }

    private func kindTable(_ kinds: [Row]) -> PageTable {
        PageTable(
            caption: "Records by what they were and what they became",
            columns: [.text("Dialect"), .text("Kind"), .text("Becomes"), .number("Records"), .number("Share")],
            rows: kinds.map { row -> [PageTable.Cell] in
                [
                    .code(row.key[0]), .text(row.key[2].text), .code(row.key[1]), .number(row.count),
                    .text(Text.share(row.count, of: records)),
                ]
            })
    }

    private var dates: PageTable {
        let fields = Dictionary(grouping: report[.dates].rows) { Array($0.key[0...1]) }.sorted { $0.key < $1.key }
        return PageTable(
            caption: "Dates in the records",
            columns: [
                .text("Field"), .text("Record"), .number("First month"), .number("Last month"), .number("Dates"),
            ],
            rows: fields.map { field, rows -> [PageTable.Cell] in
                [
                    .code(field[1]), .text(field[0].text), .text(rows.first?.key[2].text ?? ""),
                    .text(rows.last?.key[2].text ?? ""), .number(sum(rows)),
                ]
            })
    }

    var fields: Part? {
        let groups = FieldGroup.all(report)
        guard !groups.isEmpty else { return nil }
        var blocks: [Block] = [
            .text(
                """
                Each picture leads from the incoming names, on the left, to the current names. Fields without a current place go to the residue, and a downgrade restores them.
                """)
        ]
        for group in groups {
            blocks.append(.heading("\(group.table), \(group.from) → \(group.to)"))
            blocks.append(
                .picture(
                    .lineage(
                        title: "\(group.table): where each field of \(group.from) goes in \(group.to)",
                        edges: group.edges)))
            blocks.append(.table(group.heatMap))
        }
        if !report[.unknown].isEmpty {
            blocks += [
                .heading("Members that no table knows"), .text("They stay as they are, in their place."),
                .table(unknown),
            ]
        }
        return Part(id: "fields", title: "Where each field went", blocks: blocks)
    }

    private var unknown: PageTable {
        PageTable(
            caption: "Members that no table knows", columns: [.text("Member"), .text("In a"), .number("Times")],
            rows: report[.unknown].rows.map { row -> [PageTable.Cell] in
                [.code(row.key[1]), .text(row.key[0].text), .number(row.count)]
            }, rest: rest(.unknown))
    }
}

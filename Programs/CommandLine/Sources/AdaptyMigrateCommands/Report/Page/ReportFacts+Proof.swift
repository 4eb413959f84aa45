@_spi(Tools) import AdaptyMigrationTools

// Rejected records, other findings, and the proof.
extension ReportFacts {
    var rejects: Part {
        let codes = byCount(.rejects)
        guard !codes.isEmpty else {
            return Part(id: "rejects", title: "What was rejected", blocks: [.text("Nothing.")])
        }
        let examples = Dictionary(grouping: report[.examples].rows) { $0.key[0] }
        let table = PageTable(
            caption: "Rejected records by reason",
            columns: [.text("Reason"), .text("What it means"), .number("Records")],
            rows: codes.map { row -> [PageTable.Cell] in
                [.code(row.key[0]), .text(ProblemDocument.Code(rawValue: row.key[0].text).title), .number(row.count)]
            })
        let shown: [Block] = codes.map { code in .examples(code.key[0].text, (examples[code.key[0]] ?? []).map(example))
        }
        let advice = Block.text(
            "A rejected record is left as it is and kept aside. Once corrected, it can be upgraded on its own.")
        return Part(id: "rejects", title: "What was rejected", blocks: [advice, .table(table)] + shown)
    }

    private func example(_ row: Row) -> ReportPage.Example {
        let path = row.key[4].text
        return .init(
            place: place(row.key[1...3]) + (path.isEmpty ? "" : ", at \(path)"), reason: row.key[5].text,
            record: row.key[6].text)
    }

    var events: Part? {
        let names = EventHistory(report)
        guard !names.isEmpty else { return nil }
        return Part(id: "events", title: "Event names over time", blocks: names.blocks(rest(.events)))
    }

    var access: Part? {
        let rows = Dictionary(grouping: report[.access].rows) { Array($0.key[0...1]) }.sorted { $0.key < $1.key }
        let findings = report[.findings].rows.filter { $0.key[0] == .number(7) }
        guard !rows.isEmpty || !findings.isEmpty else { return nil }
        func count(_ rows: [Row], _ side: ReportCell) -> Int { rows.first { $0.key[2] == side }?.count ?? 0 }
        var blocks: [Block] = [
            .text("Read from the old and the new record by code that shares nothing with the conversion.")
        ]
        blocks.append(
            .table(
                PageTable(
                    caption: "Access before and after",
                    columns: [
                        .text("Who has what"), .text("State"), .number("Before"), .number("After"), .text("Same"),
                    ],
                    rows: rows.map { key, rows -> [PageTable.Cell] in
                        let before = count(rows, "before"), after = count(rows, "after")
                        return [
                            .text(key[0].text), .text(key[1].text), .number(before), .number(after),
                            .text(before == after ? "yes" : "no"),
                        ]
                    }, rest: rest(.access))))
        if !findings.isEmpty { blocks.append(.table(found(findings, "Records whose access differs"))) }
        return Part(id: "access", title: "Access", blocks: blocks)
    }

    var exceptions: Part? {
        let rows = report[.exceptions].rows.filter { $0.key[3] != "rejected" }
        guard !rows.isEmpty else { return nil }
        let fields = Dictionary(grouping: report[.fields].rows.filter { ExceptionWords.all[$0.key[6].text] != nil }) {
            row in [row.key[6], row.key[2], row.key[3]]
        }.sorted { $0.key < $1.key }
        let shown = 10
        let kinds = PageTable(
            caption: "Fields by what happened to them",
            columns: [.text("Field"), .text("Record"), .text("What"), .text("Which means"), .number("Times")],
            rows: fields.map { key, rows -> [PageTable.Cell] in
                [
                    .code(key[2]), .text(key[1].text), .text(key[0].text), .text(ExceptionWords.all[key[0].text] ?? ""),
                    .number(sum(rows)),
                ]
            })
        let more = sum(rows) + report[.exceptions].othersTotal - rows.prefix(shown).reduce(0) { $0 + $1.count }
        let places = PageTable(
            caption: "The first places", columns: [.text("Where"), .text("What"), .text("Field")],
            rows: rows.prefix(shown).map { row -> [PageTable.Cell] in
                [
                    .code(place(row.key[0...2])), .text(row.key[3].text),
                    .code(row.key[6].text.isEmpty ? row.key[5] : row.key[6]),
                ]
            },
            rest: more > 0 ? "and \(Text.grouped(more)) more" : "")
        let isFilled = fields.contains { $0.key[0] == "defaulted" }
        let text =
            "Fields that were not simply carried over. "
            + (isFilled ? "Placeholders were asked for, and are marked." : "Nothing was invented.")
        return Part(id: "exceptions", title: "Worth knowing", blocks: [.text(text), .table(kinds), .table(places)])
    }

    var losses: Part {
        let rows = report[.losses].rows
        guard !rows.isEmpty else { return Part(id: "losses", title: "Losses", blocks: [.text("None.")]) }
        return Part(
            id: "losses", title: "Losses",
            blocks: [
                .table(
                    PageTable(
                        caption: "Fields that converted records no longer contain",
                        columns: [.text("Field"), .text("Record"), .text("Dialect"), .text("Why"), .number("Times")],
                        rows: rows.map { row -> [PageTable.Cell] in
                            [
                                .code(row.key[2]), .text(row.key[1].text), .code(row.key[0]), .text(row.key[3].text),
                                .number(row.count),
                            ]
                        }, rest: rest(.losses)))
            ])
    }

    var proof: Part {
        let exact = report.count(.proof, "exact"), findings = report[.findings].rows.filter { $0.key[0] == .number(1) }
        let taken =
            "Converted back and compared with the original, byte by byte: \(Text.grouped(exact)) of \(Text.amount(accepted, "converted record"))."
        var blocks: [Block] = [.text("\(taken) Rejected records stay as they are.")]
        if !findings.isEmpty { blocks.append(.table(found(findings, "Records whose way back differs"))) }
        if !report[.files].isEmpty {
            let files = report[.files].rows.sorted {
                $0.key[0] == $1.key[0] ? $0.key[1] < $1.key[1] : $0.key[0] < $1.key[0]
            }
            blocks.append(
                .table(
                    PageTable(
                        caption: "What was read and what came of it",
                        columns: [.text("Input"), .text("Side"), .number("Bytes"), .text("SHA-256")],
                        rows: files.prefix(200).map { row -> [PageTable.Cell] in
                            [
                                .code(row.key[0]), .text(row.key[1] == "source" ? "read" : "result"),
                                .text(Text.grouped(Int(row.key[2].text) ?? 0)), .code(row.key[3]),
                            ]
                        },
                        rest: files.count > 200
                            ? "and \(Text.grouped(files.count - 200)) more in the JSON form" : rest(.files))))
        }
        return Part(id: "proof", title: "Proof", blocks: blocks)
    }

    var repetition: Part {
        let runs = report[.runs].rows
        var blocks: [Block] = runs.prefix(20).flatMap { run -> [Block] in
            [
                .command(run.key[2].text),
                .text(
                    "adapty-migrate \(run.key[0].text), residue: \(run.key[3].text)\(run.count > 1 ? ", \(Text.grouped(run.count)) times" : "")"
                ),
            ]
        }
        if runs.count > 20 { blocks.append(.text("and \(Text.grouped(runs.count - 20)) more in the JSON form")) }
        blocks.append(
            .table(
                PageTable(
                    caption: "The rules that were used",
                    columns: [.text("Version"), .text("SHA-256 of the mapping table")],
                    rows: Set(runs.map { Array($0.key[0...1]) }).sorted { $0 < $1 }.map { rules -> [PageTable.Cell] in
                        [.text(rules[0].text), .code(rules[1])]
                    })))
        blocks.append(
            .text(
                "The same command, data and rules give the same bytes, on any machine and with any number of threads."
            ))
        return Part(id: "repeat", title: "How to repeat it", blocks: blocks)
    }
}

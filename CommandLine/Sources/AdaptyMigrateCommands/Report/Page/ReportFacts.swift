import AdaptyMigration

/// What the tables of a report say, put into the parts of a page.
struct ReportFacts {
    let report: MigrationReport

    init(_ report: MigrationReport) { self.report = report }

    typealias Part = ReportPage.Part
    typealias Block = ReportPage.Block
    typealias Row = (key: ReportTable.Key, count: Int)

    var records: Int { report[.records].total }
    var rejected: Int { report.count(.records, "rejected") }
    private var accepted: Int { records - rejected }

    // MARK: On top

    var lead: String {
        let inputs = report[.files].rows.filter { $0.key[1] == "source" }.reduce(0) { $0 + $1.count }
        var lead = "\(Text.amount(records, "record"))"
        if inputs > 0 { lead += " from \(Text.amount(inputs, "input"))" }
        if let range { lead += ", with dates from \(range)" }
        return lead + "."
    }

    /// The months between which the dates lie that say when something happened; ends of periods may be far ahead.
    private var range: String? {
        let months = report[.dates].rows.filter { !$0.key[1].text.contains("expires") }.map(\.key[2].text)
        guard let first = months.min(), let last = months.max() else { return nil }
        return first == last ? first : "\(first) to \(last)"
    }

    var verdicts: [ReportPage.Verdict] {
        let exact = report.count(.proof, "exact"), same = report.count(.gate, "same"), lost = report[.losses].total
        return [
            records == 0 ? .init(state: .warm, title: "There was no record", text: "Nothing was read that could be converted.") : exact == accepted
                ? .init(state: .good, title: "Every record comes back", text: "\(Text.amount(exact, "record")) taken back, and every byte is the same.")
                : .init(state: .bad, title: "\(Text.amount(accepted - exact, "record")) would not come back", text: "The way back does not give the same bytes; see the proof."),
            same == accepted ? .init(state: .good, title: "Nobody's access changes", text: "Access, renewals, refunds and money are the same before and after.")
                : .init(state: .bad, title: "Access changes in \(Text.amount(accepted - same, "record"))", text: "Keep these records as they are until it is clear why; see access."),
            lost == 0 ? .init(state: .good, title: "Nothing is lost", text: "What the current form cannot hold travels with the record.")
                : .init(state: .bad, title: "\(Text.amount(lost, "field")) lost", text: "They are not in the converted records any more; see losses."),
            rejected == 0 ? .init(state: .good, title: "No record was rejected", text: "Every one was recognised and converted.")
                : .init(state: .warm, title: "\(Text.amount(rejected, "record")) rejected", text: "Kept aside, unchanged, with the reason of each: \(Text.share(rejected, of: records)) of all."),
        ]
    }

    // MARK: Parts

    var arrivals: Part {
        let kinds = byCount(.kinds)
        var blocks: [Block] = []
        if !kinds.isEmpty {
            blocks += [.picture(.lineage(title: "Records by dialect, before and after", edges: ways(kinds))), .table(kindTable(kinds))]
        }
        let converted = report.count(.records, "converted"), unchanged = report.count(.records, "unchanged")
        blocks.insert(.text("\(Text.grouped(converted)) converted, \(Text.grouped(unchanged)) left as they were because they are current, \(Text.grouped(rejected)) rejected."), at: 0)
        if !report[.dates].isEmpty { blocks.append(.table(dates)) }
        return Part(id: "arrivals", title: "What came in", blocks: blocks)
    }

    /// From each dialect to each, whatever the kind.
    private func ways(_ kinds: [Row]) -> [ReportPicture.Edge] {
        let ways = Dictionary(grouping: kinds) { Array($0.key[0...1]) }.sorted { $0.key < $1.key }
        return ways.map { pair, rows in
            .init(old: pair[0].text, new: pair[1].text, action: pair[0] == pair[1] ? "copied" : "renamed", count: sum(rows))
        }
    }

    private func kindTable(_ kinds: [Row]) -> PageTable {
        PageTable(
            caption: "Records by what they were and what they became",
            columns: [.init(title: "Dialect"), .init(title: "Kind"), .init(title: "Becomes"), .init(title: "Records", isNumber: true), .init(title: "Share", isNumber: true)],
            rows: kinds.map { row -> [PageTable.Cell] in
                [.code(row.key[0]), .text(row.key[2].text), .code(row.key[1]), .number(row.count), .text(Text.share(row.count, of: records))]
            })
    }

    private var dates: PageTable {
        let fields = Dictionary(grouping: report[.dates].rows) { Array($0.key[0...1]) }.sorted { $0.key < $1.key }
        return PageTable(
            caption: "Dates in the records", columns: [.init(title: "Field"), .init(title: "Record"), .init(title: "First month", isNumber: true), .init(title: "Last month", isNumber: true), .init(title: "Dates", isNumber: true)],
            rows: fields.map { field, rows -> [PageTable.Cell] in
                [.code(field[1]), .text(field[0].text), .text(rows.first?.key[2].text ?? ""), .text(rows.last?.key[2].text ?? ""), .number(sum(rows))]
            })
    }

    var fields: Part? {
        let groups = FieldGroup.all(report)
        guard !groups.isEmpty else { return nil }
        var blocks: [Block] = [.text("Each picture goes from the names that came in, on the left, to the names of today. What has no place there any more goes to the residue, and comes back from it.")]
        for group in groups {
            blocks += [.heading("\(group.table), \(group.from) → \(group.to)"), .picture(.lineage(title: "\(group.table): where each field of \(group.from) goes in \(group.to)", edges: group.edges)), .table(group.heatMap)]
        }
        if !report[.unknown].isEmpty { blocks += [.heading("Members that no table knows"), .text("They stay as they are, at their place."), .table(unknown)] }
        return Part(id: "fields", title: "Where each field went", blocks: blocks)
    }

    private var unknown: PageTable {
        PageTable(caption: "Members that no table knows", columns: [.init(title: "Member"), .init(title: "In a"), .init(title: "Times", isNumber: true)],
                  rows: report[.unknown].rows.map { row -> [PageTable.Cell] in [.code(row.key[1]), .text(row.key[0].text), .number(row.count)] }, rest: rest(.unknown))
    }

    var rejects: Part {
        let codes = byCount(.rejects)
        guard !codes.isEmpty else { return Part(id: "rejects", title: "What was rejected", blocks: [.text("Nothing.")]) }
        let examples = Dictionary(grouping: report[.examples].rows) { $0.key[0] }
        let table = PageTable(caption: "Rejected records by reason", columns: [.init(title: "Reason"), .init(title: "What it means"), .init(title: "Records", isNumber: true)],
                              rows: codes.map { row -> [PageTable.Cell] in [.code(row.key[0]), .text(ProblemDocument.Code(rawValue: row.key[0].text).title), .number(row.count)] })
        let shown: [Block] = codes.map { code in .examples(code.key[0].text, (examples[code.key[0]] ?? []).map(example)) }
        return Part(id: "rejects", title: "What was rejected", blocks: [.text("A rejected record is left as it is and kept aside. Mended, it can be upgraded by itself."), .table(table)] + shown)
    }

    private func example(_ row: Row) -> ReportPage.Example {
        let path = row.key[4].text
        return .init(place: place(row.key[1...3]) + (path.isEmpty ? "" : ", at \(path)"), reason: row.key[5].text, record: row.key[6].text)
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
        var blocks: [Block] = [.text("Read off the old and the new record by an evaluation that shares nothing with the conversion.")]
        blocks.append(.table(PageTable(
            caption: "Access before and after", columns: [.init(title: "Who has what"), .init(title: "State"), .init(title: "Before", isNumber: true), .init(title: "After", isNumber: true), .init(title: "Same")],
            rows: rows.map { key, rows -> [PageTable.Cell] in
                let before = count(rows, "before"), after = count(rows, "after")
                return [.text(key[0].text), .text(key[1].text), .number(before), .number(after), .text(before == after ? "yes" : "no")]
            }, rest: rest(.access))))
        if !findings.isEmpty { blocks.append(.table(found(findings, "Records whose access differs"))) }
        return Part(id: "access", title: "Access", blocks: blocks)
    }

    var exceptions: Part? {
        let rows = report[.exceptions].rows.filter { $0.key[3] != "rejected" }
        guard !rows.isEmpty else { return nil }
        let fields = Dictionary(grouping: report[.fields].rows.filter { ExceptionWords.all[$0.key[6].text] != nil }) { row in [row.key[6], row.key[2], row.key[3]] }.sorted { $0.key < $1.key }
        let shown = 10
        let kinds = PageTable(
            caption: "Fields by what is to be known of them",
            columns: [.init(title: "Field"), .init(title: "Record"), .init(title: "What"), .init(title: "Which means"), .init(title: "Times", isNumber: true)],
            rows: fields.map { key, rows -> [PageTable.Cell] in [.code(key[2]), .text(key[1].text), .text(key[0].text), .text(ExceptionWords.all[key[0].text] ?? ""), .number(sum(rows))] })
        let more = sum(rows) + report[.exceptions].othersTotal - rows.prefix(shown).reduce(0) { $0 + $1.count }
        let places = PageTable(
            caption: "The first places", columns: [.init(title: "Where"), .init(title: "What"), .init(title: "Field")],
            rows: rows.prefix(shown).map { row -> [PageTable.Cell] in [.code(place(row.key[0...2])), .text(row.key[3].text), .code(row.key[6].text.isEmpty ? row.key[5] : row.key[6])] },
            rest: more > 0 ? "and \(Text.grouped(more)) more" : "")
        return Part(id: "exceptions", title: "To be known", blocks: [.text("Fields that were not simply carried over. Nothing was invented."), .table(kinds), .table(places)])
    }

    var losses: Part {
        let rows = report[.losses].rows
        guard !rows.isEmpty else { return Part(id: "losses", title: "Losses", blocks: [.text("None.")]) }
        return Part(id: "losses", title: "Losses", blocks: [.table(PageTable(
            caption: "Fields that converted records do not hold any more", columns: [.init(title: "Field"), .init(title: "Record"), .init(title: "Dialect"), .init(title: "Why"), .init(title: "Times", isNumber: true)],
            rows: rows.map { row -> [PageTable.Cell] in [.code(row.key[2]), .text(row.key[1].text), .code(row.key[0]), .text(row.key[3].text), .number(row.count)] }, rest: rest(.losses)))])
    }

    var proof: Part {
        let exact = report.count(.proof, "exact"), findings = report[.findings].rows.filter { $0.key[0] == .number(1) }
        var blocks: [Block] = [.text("\(Text.grouped(exact)) of \(Text.amount(accepted, "converted record")) were taken back and compared with their originals, byte by byte. Rejected records stay as they are.")]
        if !findings.isEmpty { blocks.append(.table(found(findings, "Records whose way back differs"))) }
        if !report[.files].isEmpty {
            let files = report[.files].rows.sorted { $0.key[0] == $1.key[0] ? $0.key[1] < $1.key[1] : $0.key[0] < $1.key[0] }
            blocks.append(.table(PageTable(
                caption: "What was read and what came of it", columns: [.init(title: "Input"), .init(title: "Side"), .init(title: "Bytes", isNumber: true), .init(title: "SHA-256")],
                rows: files.prefix(200).map { row -> [PageTable.Cell] in
                    [.code(row.key[0]), .text(row.key[1] == "source" ? "read" : "made of it"), .text(Text.grouped(Int(row.key[2].text) ?? 0)), .code(row.key[3])]
                },
                rest: files.count > 200 ? "and \(Text.grouped(files.count - 200)) more in the JSON form" : rest(.files))))
        }
        return Part(id: "proof", title: "Proof", blocks: blocks)
    }

    var repetition: Part {
        let runs = report[.runs].rows
        var blocks: [Block] = runs.prefix(20).flatMap { run -> [Block] in
            [.command(run.key[2].text), .text("adapty-migrate \(run.key[0].text), residue: \(run.key[3].text)\(run.count > 1 ? ", \(Text.grouped(run.count)) times" : "")")]
        }
        if runs.count > 20 { blocks.append(.text("and \(Text.grouped(runs.count - 20)) more in the JSON form")) }
        blocks.append(.table(PageTable(caption: "The rules that were used", columns: [.init(title: "Version"), .init(title: "SHA-256 of the mapping table")],
                                       rows: Set(runs.map { Array($0.key[0...1]) }).sorted { $0 < $1 }.map { rules -> [PageTable.Cell] in [.text(rules[0].text), .code(rules[1])] })))
        blocks.append(.text("The same command on the same data with the same rules gives the same bytes, on any machine and with any number of threads."))
        return Part(id: "repeat", title: "How to repeat it", blocks: blocks)
    }

    // MARK: Rows

    /// The most frequent first.
    private func byCount(_ section: ReportSection) -> [Row] {
        report[section].rows.sorted { a, b in a.count == b.count ? a.key < b.key : a.count > b.count }
    }

    private func sum(_ rows: [Row]) -> Int { rows.reduce(0) { $0 + $1.count } }

    // MARK: Words

    private func found(_ findings: [Row], _ caption: String) -> PageTable {
        PageTable(caption: caption, columns: [.init(title: "Where"), .init(title: "What")], rows: findings.map { row -> [PageTable.Cell] in [.code(place(row.key[1...3])), .text(row.key[4].text)] }, rest: rest(.findings))
    }

    private func place(_ cells: ArraySlice<ReportCell>) -> String { cells.map(\.text).joined(separator: ":") }

    private func rest(_ section: ReportSection) -> String {
        let others = report[section].othersTotal
        return others == 0 ? "" : "and \(Text.grouped(others)) more, counted together"
    }
}

extension [ReportCell] {
    static func < (a: [ReportCell], b: [ReportCell]) -> Bool { a.lexicographicallyPrecedes(b) }
}

extension Text {
    /// `1 record`, `1,204 records`.
    static func amount(_ number: Int, _ one: String) -> String { "\(grouped(number)) \(number == 1 ? one : one + "s")" }

    /// `12.5 %`.
    static func share(_ part: Int, of whole: Int) -> String { whole == 0 ? "" : "\(fixed(Double(part) * 100 / Double(whole), 1)) %" }
}

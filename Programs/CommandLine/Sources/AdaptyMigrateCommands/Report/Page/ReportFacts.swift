@_spi(Tools) import AdaptyMigrationTools

/// Converts the tables of a report to the parts of a page.
struct ReportFacts {
    let report: MigrationReport

    init(_ report: MigrationReport) { self.report = report }

    typealias Part = ReportPage.Part
    typealias Block = ReportPage.Block
    typealias Row = (key: ReportTable.Key, count: Int)

    var records: Int { report[.records].total }
    var rejected: Int { report.count(.records, "rejected") }
    var accepted: Int { records - rejected }

    // MARK: On top

    var lead: String {
        let inputs = report[.files].rows.filter { $0.key[1] == "source" }.reduce(0) { $0 + $1.count }
        var lead = "\(Text.amount(records, "record"))"
        if inputs > 0 { lead += " from \(Text.amount(inputs, "input"))" }
        if let range { lead += ", with dates from \(range)" }
        return lead + "."
    }

    /// The months of the dates at which something happened. Ends of periods are left out, because they may be far in
    /// the future.
    private var range: String? {
        let months = report[.dates].rows.filter { !$0.key[1].text.contains("expires") }.map(\.key[2].text)
        guard let first = months.min(), let last = months.max() else { return nil }
        return first == last ? first : "\(first) to \(last)"
    }

    var verdicts: [ReportPage.Verdict] {
        let exact = report.count(.proof, "exact"), same = report.count(.gate, "same"), lost = report[.losses].total
        let rejects = ReportPage.Verdict(
            state: .warm, title: "\(Text.amount(rejected, "record")) rejected",
            text: "Kept aside unchanged, each with its reason: \(Text.share(rejected, of: records)) of all records.")
        if records == 0 {
            return [
                .init(state: .warm, title: "There was no record", text: "Nothing was read that could be converted.")
            ]
        }
        if accepted == 0 {
            return [
                .init(state: .warm, title: "No record was converted", text: "There is nothing to prove."), rejects,
            ]
        }
        return [
            exact == accepted
                ? .init(
                    state: .good, title: "Every record comes back",
                    text: "\(Text.amount(exact, "record")) converted back; every byte is the same.")
                : .init(
                    state: .bad, title: "\(Text.amount(accepted - exact, "record")) would not come back",
                    text: "The way back gives different bytes; see the proof."),
            same == accepted
                ? .init(
                    state: .good, title: "Nobody's access changes",
                    text: "Access, renewals, refunds and money are the same before and after.")
                : .init(
                    state: .bad, title: "Access changes in \(Text.amount(accepted - same, "record"))",
                    text: "Do not upgrade these records until the reason is clear; see access."),
            lost == 0 && exact == accepted
                ? .init(
                    state: .good, title: "Nothing is lost",
                    text: "Fields without a place in the current form travel with the record.")
                : lost == 0
                    ? .init(
                        state: .warm, title: "No field is lost",
                        text: "Only their exact spelling is lost, so some records would not come back byte for byte.")
                    : .init(
                        state: .bad, title: "\(Text.amount(lost, "field")) lost",
                        text: "The converted records no longer contain them; see losses."),
            rejected > 0 ? rejects : recognised,
        ]
    }

    private var recognised: ReportPage.Verdict {
        let former = sum(byCount(.fields).filter { $0.key[6].text == Ledger.Action.formerName.rawValue })
        if former == 0 {
            return .init(state: .good, title: "No record was rejected", text: "Every one was recognised and converted.")
        }
        return .init(
            state: .warm, title: Remark.formerNames(former),
            text: "Nothing shows that they are Adapty's. \(Remark.formerNamesAdvice)")
    }

    // MARK: Rows

    /// The largest count first.
    func byCount(_ section: ReportSection) -> [Row] {
        report[section].rows.sorted { a, b in a.count == b.count ? a.key < b.key : a.count > b.count }
    }

    func sum(_ rows: [Row]) -> Int { rows.reduce(0) { $0 + $1.count } }

    // MARK: Words

    func found(_ findings: [Row], _ caption: String) -> PageTable {
        PageTable(
            caption: caption, columns: [.text("Where"), .text("What")],
            rows: findings.map { row -> [PageTable.Cell] in [.code(place(row.key[1...3])), .text(row.key[4].text)] },
            rest: rest(.findings))
    }

    func place(_ cells: ArraySlice<ReportCell>) -> String { cells.map(\.text).joined(separator: ":") }

    func rest(_ section: ReportSection) -> String {
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
    static func share(_ part: Int, of whole: Int) -> String {
        whole == 0 ? "" : "\(fixed(Double(part) * 100 / Double(whole), 1)) %"
    }
}

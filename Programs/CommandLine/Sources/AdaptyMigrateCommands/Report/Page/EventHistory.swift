@_spi(Tools) import AdaptyMigrationTools

/// The names of events over time, by generation.
struct EventHistory {
    /// The generation of a name, from the table of event names.
    enum Generation: String, CaseIterable {
        case former = "former names", current = "current names of renamed events", always = "names that never changed",
            own = "names of your own"

        /// The text in the table.
        var word: String {
            switch self {
            case .former: "former"
            case .current: "current"
            case .always: "never changed"
            case .own: "your own"
            }
        }

        init(_ name: EventName) {
            let words = name.rawValue.lowercased().split(separator: "_").map {
                $0 == "canceled" ? "cancelled" : String($0)
            }
            let isFormer = EventAlias.all.contains { $0.old == words.joined(separator: "_") }
            self =
                !name.canonical.isCurrent
                ? .own : isFormer ? .former : name.legacy == name.canonical ? .always : .current
        }
    }

    private struct Line {
        let name: String
        let count: Int
        let months: [String]
        var event: EventName { EventName(rawValue: name) }
    }

    private let lines: [Line]
    private let rows: [(key: ReportTable.Key, count: Int)]

    init(_ report: MigrationReport) {
        rows = report[.events].rows
        lines = Dictionary(grouping: rows) { $0.key[0].text }.map { name, rows in
            Line(
                name: name, count: rows.reduce(0) { $0 + $1.count },
                months: rows.map(\.key[1].text).filter { !$0.isEmpty }.sorted())
        }.sorted { a, b in a.count == b.count ? a.name < b.name : a.count > b.count }
    }

    var isEmpty: Bool { lines.isEmpty }

    func blocks(_ rest: String) -> [ReportPage.Block] {
        var blocks: [ReportPage.Block] = [
            .text(
                """
                One history can mix names of several generations. A name keeps the meaning that it had when it was written: subscription_cancelled means that access has ended, \
                subscription_renewal_cancelled means that it has not.
                """)
        ]
        let bars = bars
        if bars.count > 1 {
            blocks.append(
                .picture(
                    .months(
                        title: "Events over time, by the generation of their names",
                        series: Generation.allCases.map(\.rawValue), bars: bars)))
        }
        blocks.append(.table(names(rest)))
        if !bars.isEmpty { blocks.append(.table(overTime(bars))) }
        return blocks
    }

    private func names(_ rest: String) -> PageTable {
        let shown = 60
        return PageTable(
            caption: "Event names",
            columns: [
                .text("Name"), .text("Generation"), .text("Is now"), .text("Meaning"), .number("First"),
                .number("Last"),
                .number("Events"),
            ],
            rows: lines.prefix(shown).map { line -> [PageTable.Cell] in
                let event = line.event,
                    months = [line.months.first, line.months.last].map { PageTable.Cell.text($0 ?? "") }
                return [
                    .code(line.name), .text(Generation(event).word), .code(event.canonical.rawValue),
                    .text(EventHistory.meaning(event)),
                ] + months + [.number(line.count)]
            },
            rest: lines.count > shown ? "and \(Text.amount(lines.count - shown, "name")) more in the JSON form" : rest)
    }

    private func overTime(_ bars: [ReportPicture.Bar]) -> PageTable {
        PageTable(
            caption: "Events by time and generation",
            columns: [.text("Time")] + Generation.allCases.map { PageTable.Column.number($0.rawValue) },
            rows: bars.map { bar -> [PageTable.Cell] in
                [.text(bar.label)] + bar.counts.map { PageTable.Cell.number($0) }
            })
    }

    private static func meaning(_ event: EventName) -> String {
        switch event.meaning.isEntitled {
        case true?: "still entitled"
        case false?: "access has ended"
        case nil: event.canonical.isCurrent ? "look at the access level" : "only you know"
        }
    }

    /// By month, or by year if there are more than four years of months.
    private var bars: [ReportPicture.Bar] {
        let dated = rows.filter { !$0.key[1].text.isEmpty }
        let length = Set(dated.map(\.key[1])).count > 48 ? 4 : 7
        return Dictionary(grouping: dated) { String($0.key[1].text.prefix(length)) }.sorted { $0.key < $1.key }.suffix(
            120
        ).map { label, rows in
            let counts = rows.reduce(into: [:]) {
                $0[Generation(EventName(rawValue: $1.key[0].text)), default: 0] += $1.count
            }
            return ReportPicture.Bar(label: label, counts: Generation.allCases.map { counts[$0] ?? 0 })
        }
    }
}

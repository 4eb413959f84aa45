@_spi(Tools) import AdaptyMigrationTools

/// The content of a report page: verdicts, then parts with text, tables and pictures. It can be written as HTML or
/// Markdown.
struct ReportPage {
    /// One of the verdicts at the top.
    struct Verdict {
        enum State: String {
            case good, warm, bad
        }

        let state: State
        let title: String
        let text: String
    }

    struct Part {
        /// The anchor of its heading.
        let id: String
        let title: String
        let blocks: [Block]
    }

    enum Block {
        case heading(String)
        case text(String)
        case table(PageTable)
        /// A picture is drawn only if a table beside it contains the same data.
        case picture(ReportPicture)
        case command(String)
        case examples(String, [Example])
    }

    /// A rejected record.
    struct Example {
        let place: String
        let reason: String
        let record: String
    }

    let lead: String
    let verdicts: [Verdict]
    let parts: [Part]

    init(_ report: MigrationReport) {
        let facts = ReportFacts(report)
        lead = facts.lead
        verdicts = facts.verdicts
        parts = [
            facts.arrivals, facts.fields, facts.rejects, facts.events, facts.access, facts.exceptions, facts.losses,
            facts.proof, facts.repetition,
        ].compactMap(\.self)
    }
}

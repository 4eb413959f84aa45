@_spi(Tools) import AdaptyMigrationTools

/// A report as one HTML page without external files or scripts, so that it can be sent, printed and stored.
struct HTMLReport {
    private let page: ReportPage

    init(_ report: MigrationReport) { page = ReportPage(report) }

    var bytes: [UInt8] { Array(document.utf8) }

    private static let icon =
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%234338ca'/%3E"
        + "%3Cpath d='M8 12h13l-4-4M24 20H11l4 4' fill='none' stroke='%23fff' stroke-width='2.6' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E"

    private var document: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
        <title>Migration report</title>
        <link rel="icon" href="\(HTMLReport.icon)">
        <style>
        \(String(decoding: PackageResources.report_css, as: UTF8.self))</style>
        </head>
        <body>
        <a class="skip" href="#verdict">Skip to the result</a>
        <header class="top">
        <svg viewBox="0 0 32 32" width="44" height="44" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M8 12h13l-4-4M24 20H11l4 4"/></svg>
        <div><h1>Migration report</h1><p>\(HTML.escaped(page.lead))</p></div>
        </header>
        <main>
        <section id="verdict" class="verdicts" aria-label="The result" tabindex="-1">
        \(page.verdicts.map(verdict).joined(separator: "\n"))
        </section>
        <nav aria-label="Parts of this report"><ul>\(page.parts.map { "<li><a href=\"#\($0.id)\">\(HTML.escaped($0.title))</a></li>" }.joined())</ul></nav>
        \(page.parts.map(part).joined(separator: "\n"))
        </main>
        <footer><p>Written by adapty-migrate. This page fetches nothing and runs nothing; the tables contain everything that the pictures show.</p></footer>
        </body>
        </html>

        """
    }

    private func verdict(_ verdict: ReportPage.Verdict) -> String {
        "<article class=\"card is-\(verdict.state.rawValue)\"><h2>\(HTML.escaped(verdict.title))</h2><p>\(HTML.escaped(verdict.text))</p></article>"
    }

    private func part(_ part: ReportPage.Part) -> String {
        """
        <section class="card" id="\(part.id)" aria-labelledby="\(part.id)-title"><h2 id="\(part.id)-title">\(HTML.escaped(part.title))</h2>
        \(part.blocks.map(block).joined(separator: "\n"))
        </section>
        """
    }

    private func block(_ block: ReportPage.Block) -> String {
        switch block {
        case .heading(let text): "<h3>\(HTML.escaped(text))</h3>"
        case .text(let text): "<p>\(HTML.escaped(text))</p>"
        case .table(let table): HTML.table(table)
        case .picture(.lineage(let title, let edges)): LineagePicture(title, edges).svg
        case .picture(.months(let title, let series, let bars)): MonthsPicture(title, series, bars).svg
        case .command(let line): "<pre class=\"command\"><code>\(HTML.escaped(line))</code></pre>"
        case .examples(let code, let examples):
            "<h3>\(HTML.code(code))</h3>\n<ul class=\"examples\">\(examples.map(example).joined())</ul>"
        }
    }

    private func example(_ example: ReportPage.Example) -> String {
        "<li><p><b>\(HTML.code(example.place))</b> \(HTML.escaped(example.reason))</p><pre><code>\(HTML.escaped(example.record))</code></pre></li>"
    }
}

/// Names on both sides and a curve for each way between them, as thick as it is common; what stays behind ends in the residue.
///
/// ```
/// app_id      12 ─╮   ╭─ profile_id
/// profile_id  12 ─┼───╯
///                 ╰───── residue
/// ```
struct LineagePicture {
    private static let row = 26.0, top = 10.0, letter = 7.4, counts = 46.0, curves = 190.0, longest = 38

    private let title: String
    private let edges: [ReportPicture.Edge]
    private let olds: [String], news: [String]
    private let largest: Double
    /// Where names on the left end, and where those on the right begin.
    private let left: Double, right: Double
    private static let residue = "residue", absent = "not in the source"

    init(_ title: String, _ edges: [ReportPicture.Edge]) {
        self.title = title
        self.edges = edges
        olds = LineagePicture.distinct(edges.map { $0.old }, last: LineagePicture.absent)
        news = LineagePicture.distinct(edges.map { $0.new }, last: LineagePicture.residue)
        largest = Double(edges.map(\.count).max() ?? 1)
        left = 4 + LineagePicture.letter * Double(min(LineagePicture.longest, olds.map(\.count).max() ?? 0))
        right = left + LineagePicture.counts + LineagePicture.curves
    }

    /// In the order in which they come; `nil` is one of its own, at the end.
    private static func distinct(_ names: [String?], last: String) -> [String] {
        var seen: Set<String> = []
        let named = names.compactMap(\.self).filter { seen.insert($0).inserted }
        return named + (names.contains { $0 == nil } ? [last] : [])
    }

    private var width: Double { right + 12 + LineagePicture.letter * Double(min(LineagePicture.longest, news.map(\.count).max() ?? 0)) }

    var svg: String {
        let height = LineagePicture.top * 2 + LineagePicture.row * Double(max(olds.count, news.count, 1))
        let curves = edges.sorted { $0.count < $1.count }.map(curve), counts = edges.enumerated().compactMap(count)
        let names = olds.enumerated().map { label($0.element, at: y($0.offset, of: olds), isOld: true) } + news.enumerated().map { label($0.element, at: y($0.offset, of: news), isOld: false) }
        return """
            <div class="scroll" role="region" tabindex="0" aria-label="\(HTML.escaped(title)), picture"><svg class="picture" style="--width:\(Int(width))px" viewBox="0 0 \(Int(width)) \(Int(height))" role="img" aria-label="\(HTML.escaped(title)). The table says the same.">
            \((curves + names + counts).joined(separator: "\n"))
            </svg></div>
            """
    }

    /// The shorter side is spread over the height of the longer one.
    private func y(_ position: Int, of names: [String]) -> Double {
        let rows = Double(max(olds.count, news.count)), step = rows / Double(max(1, names.count))
        return LineagePicture.top + LineagePicture.row * step * (Double(position) + 0.5)
    }

    private func ends(_ edge: ReportPicture.Edge) -> (Double, Double) {
        let old = edge.old.flatMap(olds.firstIndex(of:)) ?? olds.count - 1, new = edge.new.flatMap(news.firstIndex(of:)) ?? news.count - 1
        return (y(old, of: olds), y(new, of: news))
    }

    private func curve(_ edge: ReportPicture.Edge) -> String {
        let aside = aside(edge), ends = ends(edge), start = ends.0 + aside, end = ends.1 + aside, middle = (left + LineagePicture.counts + right) / 2
        let width = 1.5 + 6.5 * (Double(edge.count) / largest).squareRoot()
        let path = "M\(LineagePicture.number(left + LineagePicture.counts + 3)) \(LineagePicture.number(start))C\(LineagePicture.number(middle)) \(LineagePicture.number(start)) \(LineagePicture.number(middle)) \(LineagePicture.number(end)) \(LineagePicture.number(right)) \(LineagePicture.number(end))"
        return "<path d=\"\(path)\" data-action=\"\(HTML.escaped(edge.action))\" stroke-width=\"\(LineagePicture.number(width))\"><title>\(HTML.escaped("\(edge.old ?? LineagePicture.absent) → \(edge.new ?? LineagePicture.residue): \(edge.action) \(Text.grouped(edge.count))"))</title></path>"
    }

    /// Edges between the same names lie beside each other.
    private func aside(_ edge: ReportPicture.Edge) -> Double {
        let same = edges.filter { $0.old == edge.old && $0.new == edge.new }.map(\.action)
        return 7 * (Double(same.firstIndex(of: edge.action) ?? 0) - Double(same.count - 1) / 2)
    }

    /// Numbers stand where an edge begins; of several that begin at one place their sum, once.
    private func count(_ number: Int, _ edge: ReportPicture.Edge) -> String? {
        let same = edges.enumerated().filter { $0.element.old == edge.old }
        if edge.old == nil {
            return "<text class=\"count\" x=\"\(LineagePicture.number(right - 6))\" y=\"\(LineagePicture.number(ends(edge).1 - 5))\" text-anchor=\"end\">\(Text.grouped(edge.count))</text>"
        }
        guard same.first?.offset == number else { return nil }
        let total = same.reduce(0) { $0 + $1.element.count }
        return "<text class=\"count\" x=\"\(LineagePicture.number(left + LineagePicture.counts - 3))\" y=\"\(LineagePicture.number(ends(edge).0 + 4))\" text-anchor=\"end\">\(LineagePicture.short(total))</text>"
    }

    private func label(_ name: String, at y: Double, isOld: Bool) -> String {
        let isPlace = isOld ? name == LineagePicture.absent : name == LineagePicture.residue
        let x = isOld ? left : right + 8
        let text = name.count > LineagePicture.longest ? name.prefix(LineagePicture.longest - 1) + "…" : name
        return "<text class=\"\(isPlace ? "place" : "name")\" x=\"\(LineagePicture.number(x))\" y=\"\(LineagePicture.number(y + 4))\" text-anchor=\"\(isOld ? "end" : "start")\">\(HTML.escaped(text))</text>"
    }

    /// `1,234`, `12.3k`, `4.6M`: what fits before a curve.
    static func short(_ number: Int) -> String {
        number < 10_000 ? Text.grouped(number) : number < 1_000_000 ? "\(Text.fixed(Double(number) / 1000, 1))k" : "\(Text.fixed(Double(number) / 1_000_000, 1))M"
    }

    static func number(_ value: Double) -> String { Text.fixed(value, 1) }
}

/// Draws names on both sides, with a curve for each way between them. The thickness shows the number of records. Fields
/// without a target end in the residue.
///
/// ```
/// access_levels       12 ─╮   ╭─ paid_access_levels
/// paid_access_levels  12 ─┼───╯
///                         ╰───── residue
/// ```
struct LineagePicture {
    private static let row = 26.0, top = 10.0, letter = 7.4, counts = 46.0, curves = 190.0, longest = 38

    private let title: String
    private let edges: [ReportPicture.Edge]
    private let olds: [String], news: [String]
    private let largest: Double
    /// The right end of the left names, and the left end of the right names.
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

    /// In the given order; `nil` is a separate name at the end.
    private static func distinct(_ names: [String?], last: String) -> [String] {
        var seen: Set<String> = []
        let named = names.compactMap(\.self).filter { seen.insert($0).inserted }
        return named + (names.contains { $0 == nil } ? [last] : [])
    }

    private var width: Double {
        right + 12 + LineagePicture.letter * Double(min(LineagePicture.longest, news.map(\.count).max() ?? 0))
    }

    var svg: String {
        let height = LineagePicture.top * 2 + LineagePicture.row * Double(max(olds.count, news.count, 1))
        let curves = edges.sorted { $0.count < $1.count }.map(curve), counts = edges.enumerated().compactMap(count)
        let names =
            olds.enumerated().map { label($0.element, at: y($0.offset, of: olds), isOld: true) }
            + news.enumerated().map { label($0.element, at: y($0.offset, of: news), isOld: false) }
        return SVG.frame(title, width: width, height: height, curves + names + counts)
    }

    /// The shorter side is spread over the height of the longer one.
    private func y(_ position: Int, of names: [String]) -> Double {
        let rows = Double(max(olds.count, news.count)), step = rows / Double(max(1, names.count))
        return LineagePicture.top + LineagePicture.row * step * (Double(position) + 0.5)
    }

    private func ends(_ edge: ReportPicture.Edge) -> (Double, Double) {
        let old = edge.old.flatMap(olds.firstIndex(of:)) ?? olds.count - 1,
            new = edge.new.flatMap(news.firstIndex(of:)) ?? news.count - 1
        return (y(old, of: olds), y(new, of: news))
    }

    private func curve(_ edge: ReportPicture.Edge) -> String {
        let aside = aside(edge), ends = ends(edge), start = ends.0 + aside, end = ends.1 + aside,
            middle = (left + LineagePicture.counts + right) / 2
        let width = 1.5 + 6.5 * (Double(edge.count) / largest).squareRoot()
        let path =
            "M" + points(left + LineagePicture.counts + 3, start) + "C"
            + [points(middle, start), points(middle, end), points(right, end)].joined(separator: " ")
        let names = "\(edge.old ?? LineagePicture.absent) → \(edge.new ?? LineagePicture.residue)"
        return SVG.shape(
            "path", [("d", path), ("data-action", edge.action), ("stroke-width", SVG.number(width))],
            title: "\(names): \(edge.action) \(Text.grouped(edge.count))")
    }

    private func points(_ x: Double, _ y: Double) -> String { "\(SVG.number(x)) \(SVG.number(y))" }

    /// Edges between the same names are drawn side by side.
    private func aside(_ edge: ReportPicture.Edge) -> Double {
        let same = edges.filter { $0.old == edge.old && $0.new == edge.new }.map(\.action)
        return 7 * (Double(same.firstIndex(of: edge.action) ?? 0) - Double(same.count - 1) / 2)
    }

    /// Numbers are placed at the beginning of an edge. If several edges begin at one place, their sum is shown once.
    private func count(_ number: Int, _ edge: ReportPicture.Edge) -> String? {
        if edge.old == nil {
            return SVG.text(LineagePicture.short(edge.count), "count", x: right - 6, y: ends(edge).1 - 5, anchor: "end")
        }
        let same = edges.enumerated().filter { $0.element.old == edge.old }
        guard same.first?.offset == number else { return nil }
        let total = same.reduce(0) { $0 + $1.element.count }
        return SVG.text(
            LineagePicture.short(total), "count", x: left + LineagePicture.counts - 3, y: ends(edge).0 + 4,
            anchor: "end")
    }

    private func label(_ name: String, at y: Double, isOld: Bool) -> String {
        let isPlace = name == (isOld ? LineagePicture.absent : LineagePicture.residue)
        let text = name.count > LineagePicture.longest ? name.prefix(LineagePicture.longest - 1) + "…" : name
        return SVG.text(
            text, isPlace ? "place" : "name", x: isOld ? left : right + 8, y: y + 4, anchor: isOld ? "end" : "start")
    }

    /// `1,234`, `12.3k`, `4.6M`: short enough for the space before a curve.
    static func short(_ number: Int) -> String {
        if number < 10_000 { return Text.grouped(number) }
        return number < 1_000_000
            ? Text.fixed(Double(number) / 1000, 1) + "k" : Text.fixed(Double(number) / 1_000_000, 1) + "M"
    }
}

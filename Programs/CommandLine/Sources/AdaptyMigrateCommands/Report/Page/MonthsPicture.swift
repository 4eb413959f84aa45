/// Stacked bars over time, with a legend.
struct MonthsPicture {
    private static let width = 860.0, height = 220.0, base = 190.0, left = 52.0

    private let title: String
    private let series: [String]
    private let bars: [ReportPicture.Bar]
    private let largest: Int

    init(_ title: String, _ series: [String], _ bars: [ReportPicture.Bar]) {
        self.title = title
        self.series = series
        self.bars = bars
        largest = max(1, bars.map { $0.counts.reduce(0, +) }.max() ?? 1)
    }

    var svg: String {
        let shown = series.indices.filter { number in bars.contains { $0.counts[number] > 0 } }
        let legend = shown.map { "<li data-series=\"\($0)\">\(HTML.escaped(series[$0]))</li>" }.joined()
        return SVG.frame(title, width: MonthsPicture.width, height: MonthsPicture.height, scale + bars.indices.map(bar))
            + "\n<ul class=\"legend\">\(legend)</ul>"
    }

    private var step: Double { (MonthsPicture.width - MonthsPicture.left) / Double(bars.count) }

    /// Lines at zero, and at half and full height of the highest bar.
    private var scale: [String] {
        [0, 0.5, 1].filter { $0 != 0.5 || largest > 1 }.map { share in
            let y = MonthsPicture.base - share * 170,
                line = "M\(SVG.number(MonthsPicture.left)) \(SVG.number(y))H\(SVG.number(MonthsPicture.width))"
            let number = LineagePicture.short(Int((Double(largest) * share).rounded()))
            return "<path class=\"scale\" d=\"\(line)\"/>"
                + SVG.text(number, "count", x: MonthsPicture.left - 6, y: y + 4, anchor: "end")
        }
    }

    private func bar(_ number: Int) -> String {
        let bar = bars[number], width = min(46, step * 0.7),
            x = MonthsPicture.left + step * (Double(number) + 0.5) - width / 2
        var y = MonthsPicture.base, parts = ""
        for (series, count) in bar.counts.enumerated() where count > 0 {
            let height = 170 * Double(count) / Double(largest)
            y -= height
            let place = [("x", x), ("y", y), ("width", width), ("height", height)].map {
                (name: $0.0, value: SVG.number($0.1))
            }
            parts += SVG.shape(
                "rect", [("data-series", String(series))] + place,
                title: "\(bar.label), \(self.series[series]): \(Text.grouped(count))")
        }
        // As many labels as fit.
        let every = max(1, Int((66 / step).rounded(.up)))
        guard number % every == 0 else { return parts }
        return parts + SVG.text(bar.label, "count", x: x + width / 2, y: MonthsPicture.base + 18, anchor: "middle")
    }
}

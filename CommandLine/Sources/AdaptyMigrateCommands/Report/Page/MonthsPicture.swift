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
        return """
            <div class="scroll" role="region" tabindex="0" aria-label="\(HTML.escaped(title)), picture"><svg class="picture" style="--width:860px" viewBox="0 0 \(Int(MonthsPicture.width)) \(Int(MonthsPicture.height))" role="img" aria-label="\(HTML.escaped(title)). The table says the same.">
            \((scale + bars.indices.map(bar)).joined(separator: "\n"))
            </svg></div>
            <ul class="legend">\(legend)</ul>
            """
    }

    private var step: Double { (MonthsPicture.width - MonthsPicture.left) / Double(bars.count) }

    /// Lines at nothing, half and all of the highest bar.
    private var scale: [String] {
        [0, 0.5, 1].filter { $0 != 0.5 || largest > 1 }.map { share in
            let y = LineagePicture.number(MonthsPicture.base - share * 170)
            return "<path class=\"scale\" d=\"M\(LineagePicture.number(MonthsPicture.left)) \(y)H\(LineagePicture.number(MonthsPicture.width))\"/><text class=\"count\" x=\"\(LineagePicture.number(MonthsPicture.left - 6))\" y=\"\(y)\" dy=\"4\" text-anchor=\"end\">\(LineagePicture.short(Int((Double(largest) * share).rounded())))</text>"
        }
    }

    private func bar(_ number: Int) -> String {
        let bar = bars[number], width = min(46, step * 0.7), x = MonthsPicture.left + step * (Double(number) + 0.5) - width / 2
        var y = MonthsPicture.base, parts = ""
        for (series, count) in bar.counts.enumerated() where count > 0 {
            let height = 170 * Double(count) / Double(largest)
            y -= height
            parts += "<rect data-series=\"\(series)\" x=\"\(LineagePicture.number(x))\" y=\"\(LineagePicture.number(y))\" width=\"\(LineagePicture.number(width))\" height=\"\(LineagePicture.number(height))\"><title>\(HTML.escaped("\(bar.label), \(self.series[series]): \(Text.grouped(count))"))</title></rect>"
        }
        // As many labels as have room.
        let every = max(1, Int((66 / step).rounded(.up)))
        guard number % every == 0 else { return parts }
        return parts + "<text class=\"count\" x=\"\(LineagePicture.number(x + width / 2))\" y=\"\(LineagePicture.number(MonthsPicture.base + 18))\" text-anchor=\"middle\">\(HTML.escaped(bar.label))</text>"
    }
}

/// Builds pictures. Text from data is escaped.
enum SVG {
    static func number(_ value: Double) -> String { Text.fixed(value, 1) }

    /// A picture that scrolls separately when it is wider than the screen.
    static func frame(_ title: String, width: Double, height: Double, _ parts: [String]) -> String {
        let title = HTML.escaped(title),
            size = "style=\"--width:\(Int(width))px\" viewBox=\"0 0 \(Int(width)) \(Int(height))\""
        return """
            <div class="scroll" role="region" tabindex="0" aria-label="\(title), picture"><svg class="picture" \(size) role="img" aria-label="\(title). The table says the same.">
            \(parts.joined(separator: "\n"))
            </svg></div>
            """
    }

    /// - Parameter anchor: the part of the text at the given place: `start`, `middle` or `end`.
    static func text(_ text: String, _ style: String, x: Double, y: Double, anchor: String) -> String {
        "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\">\(HTML.escaped(text))</text>"
    }

    /// - Parameter title: the tooltip.
    static func shape(_ name: String, _ attributes: [(name: String, value: String)], title: String) -> String {
        "<\(name)\(attributes.map { " \($0.name)=\"\(HTML.escaped($0.value))\"" }.joined())><title>\(HTML.escaped(title))</title></\(name)>"
    }
}

/// Says on standard error where a run is, if it takes a while. A terminal has one line that is drawn again; elsewhere
/// there is a new line every ten seconds.
struct ProgressLine {
    private static let redrawn = 0.1, written = 10.0

    private let format: LogFormat
    private let isInteractive: Bool
    private let start: Double
    private var next: Double
    private var isDrawn = false
    /// How much was done when it was last shown. A run that waits has nothing to say.
    private var shown = 0

    /// - Parameter isInteractive: whether standard error is a terminal.
    init(_ format: LogFormat, isInteractive: Bool = Terminal.isInteractive, start: Double = System.clock) {
        self.format = format
        self.isInteractive = isInteractive
        self.start = start
        next = start + (isInteractive ? 0.5 : ProgressLine.written)
    }

    var seconds: Double { System.clock - start }

    /// Shows where the run is, unless that was just shown.
    ///
    /// - Parameter state: how far it is after a time in seconds.
    mutating func show(_ state: (_ seconds: Double) -> ProgressState) {
        guard let line = line(at: System.clock, state) else { return }
        Terminal.write(line)
    }

    /// The bytes to write at a time; `nil` for none.
    mutating func line(at now: Double, _ state: (_ seconds: Double) -> ProgressState) -> String? {
        guard now >= next else { return nil }
        let state = state(now - start)
        next = now + (isInteractive ? ProgressLine.redrawn : ProgressLine.written)
        isDrawn = isInteractive
        if isInteractive { return Terminal.lineStart + state.drawn(columns: Terminal.columns - 1) }
        guard state.done != shown else { return nil }
        shown = state.done
        return format == .json
            ? String(decoding: state.json, as: UTF8.self) : "adapty-migrate: \(state.text)\n"
    }

    /// Removes the line before other output.
    mutating func clear() {
        guard isDrawn else { return }
        isDrawn = false
        Terminal.write(Terminal.lineStart)
    }
}

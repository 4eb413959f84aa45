@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// The output of one input. The file is created with its first byte, so that a rejected document leaves no file.
final class OutputSlot {
    private let path: String?
    private let isFolder: Bool
    private var output: Output?
    /// The beginning of the output, written before the first bytes.
    private var beginning: [UInt8] = []

    /// An output that discards everything.
    init() {
        path = nil
        isFolder = false
    }

    /// - Parameters:
    ///   - beginning: the beginning of the output, written before the first bytes.
    ///   - standardOutput: shared by all inputs that go there.
    init(
        _ path: String?, beginning: [UInt8] = [], isFolder: Bool, standardOutput: inout Output?, isDryRun: Bool
    ) throws(CommandFailure) {
        self.path = path
        self.isFolder = isFolder
        self.beginning = beginning
        guard path == nil else { return }
        let shared = standardOutput ?? Output()
        // Two documents must not be joined if the first has no line break at its end.
        if !isDryRun, let last = shared.lastByte, last != 0x0A { try shared.write([0x0A]) }
        // In the middle of a stream it would not be a byte order mark.
        if shared.lastByte != nil { self.beginning = [] }
        standardOutput = shared
        output = shared
    }

    /// Whether there is an output, or will be one.
    var isKept: Bool { output != nil }

    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        try keep()
        try output?.write(bytes)
    }

    func write(_ bytes: RecordBuffer) throws(CommandFailure) {
        guard bytes.count > 0 else { return }
        try keep()
        try output?.write(bytes)
    }

    /// Creates the file, even if nothing is written to it.
    func keep() throws(CommandFailure) {
        if output == nil, let path {
            if isFolder { try System.createFolder(Path.folder(of: path)) }
            output = try Output(path: path)
        }
        guard !beginning.isEmpty else { return }
        try output?.write(beginning)
        beginning = []
    }

    /// Whether the output is the same as the file in its place.
    func isSame() throws(CommandFailure) -> Bool { try output?.isSame() ?? true }

    func commit() throws(CommandFailure) {
        if path != nil { try output?.commit() }
    }

    func discard() { output?.discard() }
}

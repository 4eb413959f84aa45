@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// The output of one input. The file is created with its first byte, so that a rejected document leaves no file.
final class OutputSlot {
    private let path: String?
    private let isFolder: Bool
    private var output: Output?
    /// The beginning of the output, written before the first bytes.
    private var beginning: [UInt8]
    /// Called with everything that is written.
    private let wrote: (UnsafeRawBufferPointer) -> Void

    /// An output that discards everything.
    init(beginning: [UInt8], wrote: @escaping (UnsafeRawBufferPointer) -> Void) {
        path = nil
        isFolder = false
        self.beginning = beginning
        self.wrote = wrote
    }

    /// - Parameters:
    ///   - beginning: the beginning of the output, written before the first bytes.
    ///   - standardOutput: shared by all inputs that go there.
    ///   - wrote: called with everything that is written.
    init(
        _ path: String?, beginning: [UInt8] = [], isFolder: Bool, standardOutput: inout Output?,
        wrote: @escaping (UnsafeRawBufferPointer) -> Void = { _ in }
    ) throws(CommandFailure) {
        self.path = path
        self.wrote = wrote
        self.isFolder = isFolder
        self.beginning = beginning
        guard path == nil else { return }
        let shared = standardOutput ?? Output()
        // Two documents must not be joined if the first has no line break at its end.
        if let last = shared.lastByte, last != 0x0A {
            try shared.write([0x0A])
            ([0x0A] as [UInt8]).withUnsafeBytes(wrote)
        }
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
        bytes.withUnsafeBytes(wrote)
    }

    func write(_ bytes: RecordBuffer) throws(CommandFailure) {
        guard bytes.count > 0 else { return }
        try keep()
        try output?.write(bytes)
        bytes.withUnsafeBytes(wrote)
    }

    /// Creates the file, even if nothing is written to it.
    func keep() throws(CommandFailure) {
        if output == nil, let path {
            if isFolder { try System.createFolder(Path.folder(of: path)) }
            output = try Output(path: path)
        }
        guard !beginning.isEmpty else { return }
        try output?.write(beginning)
        beginning.withUnsafeBytes(wrote)
        beginning = []
    }

    /// Whether the output is the same as the file in its place.
    func isSame() throws(CommandFailure) -> Bool { try output?.isSame() ?? true }

    func commit() throws(CommandFailure) {
        if path != nil { try output?.commit() }
    }

    func discard() { output?.discard() }
}

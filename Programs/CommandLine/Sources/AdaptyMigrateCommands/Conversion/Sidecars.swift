@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// The residues beside the records: one sidecar for each file of a folder, or one for all inputs.
final class Sidecars {
    private let destinations: Destinations
    private let direction: Direction
    private let isWriting: Bool
    private var output: Output?
    /// The residues of the records; `nil` when they are in the records.
    private(set) var residues: SidecarReader?
    /// How much higher the number of a record is in the output, to which the sidecar belongs, than in its input.
    private var shift = 0
    /// The source of the last residue, and that as JSON.
    private var source: (name: String, json: [UInt8]) = ("", [])

    /// - Parameter isWriting: whether an upgrade writes sidecars.
    init(_ destinations: Destinations, _ direction: Direction, isWriting: Bool) throws(CommandFailure) {
        self.destinations = destinations
        self.direction = direction
        self.isWriting = isWriting && direction == .upgrade
        if let path = destinations.sidecar, !destinations.isFolder { try open(path) }
    }

    /// Whether one sidecar has the residues of all inputs, which are read in the order of the records.
    var isReadInStep: Bool { direction == .downgrade && destinations.sidecar != nil && !destinations.isFolder }

    private func open(_ path: String) throws(CommandFailure) {
        if isWriting { output = try Output(path: path) }
        // A folder has no sidecar for a file without residues.
        if direction == .downgrade { residues = try SidecarReader(path, isOptional: destinations.isFolder) }
    }

    func begin(_ input: Input) throws(CommandFailure) {
        guard destinations.isFolder, let path = destinations.sidecarPath(input) else { return }
        shift = 0
        if isWriting { try System.createFolder(Path.folder(of: path)) }
        try open(path)
    }

    /// - Parameter residue: as JSON.
    func add(_ residue: [UInt8], of record: Record) throws(CommandFailure) {
        // Hardly ever another source than that of the record before.
        if source.json.isEmpty || source.name != record.source {
            source = (record.source, RawJSON(string: record.source).bytes)
        }
        try output?.write(Array("{\"record\":\(record.number + shift),\"source\":".utf8))
        try output?.write(source.json)
        try output?.write(Sidecars.name)
        try output?.write(residue)
        try output?.write(Sidecars.end)
    }

    private static let name = Array(",\"residue\":".utf8), end = Array("}\n".utf8)

    /// A record that is not written has no number in the output.
    func leaveOut() { shift -= 1 }

    /// - Parameters:
    ///   - records: the number of records in the input.
    ///   - isKept: whether the input has an output.
    func end(_ input: Input, records: Int, isKept: Bool) throws(CommandFailure) {
        shift += records
        if !isKept { discard() }
        if destinations.isFolder { try finish(input.name) }
    }

    /// Ends an input that could not be read to its end.
    ///
    /// - Parameter records: how many of its records are in the output.
    func leave(records: Int) {
        shift += records
        residues = nil
        if destinations.isFolder { discard() }
    }

    /// Commits the sidecar, and warns if the input has no record for the next residue.
    func finish(_ name: String) throws(CommandFailure) {
        try output?.commit()
        output = nil
        if let record = residues?.leftOver {
            Terminal.warning(
                "the sidecar has residue for record \(record), but \(name) has no such record; is it the right sidecar?"
            )
        }
        residues = nil
    }

    func discard() {
        output?.discard()
        output = nil
    }
}

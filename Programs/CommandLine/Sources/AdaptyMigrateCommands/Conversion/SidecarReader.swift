@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Reads residues in step with the records, one line ahead.
///
/// Record numbers are those of the file to which the sidecar belongs. They start at 1 and only increase.
final class SidecarReader {
    private let path: String
    private var lines: LineReader?
    private var ahead: (record: Int, residue: Residue)?
    private var asked = 0

    /// - Parameter isOptional: whether the file may be missing, as in a sidecar folder for a file without residue.
    init(_ path: String, isOptional: Bool) throws(CommandFailure) {
        self.path = path
        if !isOptional || FileStatus.of(path) != nil { lines = LineReader(try ByteSource(path: path)) }
        try advance()
    }

    /// The residue of the next record; `nil` when it has none.
    func next() throws(CommandFailure) -> Residue? {
        asked += 1
        guard let found = ahead, found.record == asked else { return nil }
        try advance()
        return found.residue
    }

    /// The number of the first record in the sidecar that the input does not have.
    var leftOver: Int? { ahead?.record }

    private var place: String { "\(path):\(lines?.number ?? 0)" }

    private func advance() throws(CommandFailure) {
        let last = ahead?.record ?? 0
        ahead = nil
        while let line = try lines?.next() {
            if line.allSatisfy(\.isSpace) { continue }
            let (record, residue) = try read(line)
            guard record > last else {
                throw CommandFailure(
                    .noInput, "\(place): record \(record) is out of order; restore the sidecar from a backup")
            }
            ahead = (record, residue)
            return
        }
    }

    private func read(_ line: [UInt8]) throws(CommandFailure) -> (Int, Residue) {
        guard let members = try? RawJSON(decoding: line), let record = members["record"]?.integer, record > 0,
            let residue = members["residue"]
        else {
            throw CommandFailure(.noInput, "\(place): not a sidecar line ({\"record\":…,\"source\":…,\"residue\":…})")
        }
        do throws(MigrationError) {
            return (record, try Residue(json: residue.bytes))
        } catch {
            throw CommandFailure(.noInput, "\(place): \(error)")
        }
    }
}

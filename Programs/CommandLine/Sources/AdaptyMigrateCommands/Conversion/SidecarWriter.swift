@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Writes residues to a sidecar: one line for each record with a residue.
struct SidecarWriter {
    private let output: Output

    init(path: String) throws(CommandFailure) {
        output = try Output(path: path)
    }

    /// - Parameter record: the number of the record in the output, to which the sidecar belongs, counted from 1.
    func add(_ residue: Residue, record: Int, source: String) throws(CommandFailure) {
        var object = JSONObject()
        object.add("record", record)
        object.add("source", source)
        object.add("residue", json: residue.json)
        try output.write(object.line)
    }

    func commit() throws(CommandFailure) { try output.commit() }
    func discard() { output.discard() }
}

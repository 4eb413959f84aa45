import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Writes residues beside the records: one line for each record that has one.
struct SidecarWriter {
    private let output: Output

    init(path: String) throws(CommandFailure) {
        output = try Output(path: path)
    }

    /// - Parameter record: the record's number in the output, from 1: that is the file the sidecar belongs to.
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

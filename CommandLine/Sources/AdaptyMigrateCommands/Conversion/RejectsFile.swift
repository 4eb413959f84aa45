import AdaptyMigration

/// Keeps rejected records aside, with their reason and position. The file is made for the first one.
struct RejectsFile {
    /// Errors told in full on standard error; the rest is counted.
    private static let told = 10

    let path: String?
    private var output: Output?
    private(set) var count = 0

    init(path: String?) { self.path = path }

    /// - Parameter isWriting: `false` for a dry run.
    mutating func add(_ reject: Reject, source: String, isWriting: Bool) throws(CommandFailure) {
        count += 1
        if count <= RejectsFile.told {
            Terminal.line(Complaint.text(reject.error, source, reject.position))
            if count == RejectsFile.told { Terminal.note("further rejected records are counted, not listed") }
        }
        guard isWriting, let path else { return }
        let output = if let output { output } else { try Output(path: path) }
        self.output = output
        try output.write(RejectsFile.line(reject, source))
    }

    func commit() throws(CommandFailure) { try output?.commit() }
    func discard() { output?.discard() }

    private static func line(_ reject: Reject, _ source: String) -> [UInt8] {
        let error = reject.error, position = reject.position
        let place = position.place(error.place)
        var object = JSONObject()
        object.add("source", source)
        object.add("line", position.line)
        object.add("offset", position.offset)
        object.add("path", position.path(error.path))
        object.add("code", error.code.rawValue)
        let at = error.place == nil ? "" : " (line \(place.line), column \(place.column), byte \(place.offset))"
        object.add("reason", "\(error.message)\(at); \(error.remedy)")
        // A text is given back byte for byte only if it is valid UTF-8.
        if let text = String(validating: reject.record, as: UTF8.self) {
            object.add("record", text)
        } else {
            object.add("record_base64", Base64.encode(reject.record))
        }
        return object.line
    }
}

import Testing

/// Compares bytes with the expected file, or records them.
enum GoldenExpectation {
    static func expect(_ actual: [UInt8], in tree: FixtureTree, at path: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let expected = try tree.read(path)
        if RecordMode.inForce.writes(expected: expected, actual: actual) {
            try tree.write(actual, path)
            Issue.record("recorded; review with git diff and run again", sourceLocation: sourceLocation)
            return
        }
        guard let expected else {
            Issue.record("no expected file: run with \(RecordMode.variable)=missing, review, and commit it", sourceLocation: sourceLocation)
            return
        }
        expectSame(actual, expected, sourceLocation: sourceLocation)
    }

    /// Says where two documents part, which a wall of bytes would not.
    static func expectSame(_ actual: [UInt8], _ expected: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        if actual == expected { return }
        let place = zip(actual, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(actual.count, expected.count)
        Issue.record("differs at byte \(place): \(around(place, actual)), expected \(around(place, expected))", sourceLocation: sourceLocation)
    }

    private static func around(_ place: Int, _ bytes: [UInt8]) -> String {
        let start = max(0, place - 30), end = min(bytes.count, place + 30)
        return start < end ? "…" + String(decoding: bytes[start..<end], as: UTF8.self) + "…" : "the end"
    }
}

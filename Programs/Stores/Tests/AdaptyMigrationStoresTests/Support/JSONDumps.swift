import Foundation

/// Another program that edits documents: Python. It parses them, changes one value and writes them with `json.dumps`.
enum JSONDumps: String, CaseIterable, Sendable {
    case spaced, compact, shuffled

    /// Edits the first date, else the first flag, number or text, of each document.
    ///
    /// - Returns: `nil` for documents that are no JSON, or have no such value.
    func edited(_ documents: [String]) throws -> [String?] {
        let process = Process(), input = Pipe(), output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", JSONDumps.program, rawValue]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let text = try JSONEncoder().encode(documents)
        let writer = AppServer {
            try input.fileHandleForWriting.write(contentsOf: text)
            try input.fileHandleForWriting.close()
        }
        let edited = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        if let failure = writer.wait() { throw failure }
        return try JSONDecoder().decode([String?].self, from: edited)
    }

    private static let program = """
        import json, random, sys
        wanted = [
            (lambda v: isinstance(v, str) and len(v) >= 20 and v[:2] == "20" and v[4] == "-", lambda v: "2039" + v[4:]),
            (lambda v: isinstance(v, bool), lambda v: not v),
            (lambda v: isinstance(v, (int, float)), lambda v: v + 1),
            (lambda v: isinstance(v, str), lambda v: v + "x"),
        ]
        def edited(value, is_wanted, change):
            left = [1]
            def walk(v):
                if isinstance(v, dict): return {k: x if k == "_adapty_migration" else walk(x) for k, x in v.items()}
                if isinstance(v, list): return [walk(x) for x in v]
                if not left[0] or not is_wanted(v): return v
                left[0] = 0
                return change(v)
            result = walk(value)
            return None if left[0] else result
        def shuffled(v):
            if isinstance(v, list): return [shuffled(x) for x in v]
            if not isinstance(v, dict): return v
            members = list(v.items())
            random.Random(1).shuffle(members)
            return {k: shuffled(x) for k, x in members}
        def written(text):
            try: value = json.loads(text)
            except ValueError: return None
            new = next((n for w in wanted if (n := edited(value, *w)) is not None), None)
            if new is None: return None
            if sys.argv[1] == "shuffled": new = shuffled(new)
            return json.dumps(new, separators=(",", ":") if sys.argv[1] == "compact" else None)
        json.dump([written(text) for text in json.load(sys.stdin)], sys.stdout)
        """
}

/// The documents of `LegacyFixtures`.
enum LegacyFixtures {
    static func all() throws -> [(name: String, document: String)] {
        let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
            .appendingPathComponent("../../../../../../LegacyFixtures").standardizedFileURL
        let names = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".json") }
        return try names.sorted().map {
            ($0, try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8))
        }
    }
}

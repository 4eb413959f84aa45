import Foundation

/// The program that carries a run out and kills itself at a point.
enum CrashWorkerProcess {
    private struct Failure: Error {
        let description: String
    }

    /// - Returns: how many points the run passed; `nil` when it was killed.
    static func run(_ address: String, _ command: String, until point: Int) throws -> Int? {
        let process = Process(), output = Pipe()
        process.executableURL = Bundle.allBundles.compactMap(\.executableURL).map { $0.deletingLastPathComponent() }.map { $0.appendingPathComponent("crash-worker") }
            .first { FileManager.default.fileExists(atPath: $0.path) } ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("crash-worker")
        process.arguments = [address, command, "\(point)"]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        if process.terminationReason == .uncaughtSignal { return nil }
        guard let points = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw Failure(description: text) }
        return points
    }

    /// How far apart the points are; `CRASH_STEP=1` takes all.
    static func step(_ usual: Int) -> Int { ProcessInfo.processInfo.environment["CRASH_STEP"].flatMap { Int($0) } ?? usual }
}

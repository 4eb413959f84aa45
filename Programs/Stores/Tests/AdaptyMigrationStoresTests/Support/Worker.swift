import Foundation

/// Starts `crash-worker`, which lies beside the test bundle, with faults between it and the system or without.
struct Worker {
    /// How a run of it ended.
    enum End: Equatable {
        case killed
        /// With what it printed.
        case done(String)
        /// Status 74, with what it printed.
        case failed(String)
    }

    struct Surprise: Error, CustomStringConvertible {
        let description: String
    }

    /// Where tests put their files: in memory, where there is such a file system. Waiting for a disk proves nothing
    /// more.
    static let place =
        FileManager.default.fileExists(atPath: "/dev/shm")
        ? URL(fileURLWithPath: "/dev/shm") : FileManager.default.temporaryDirectory

    let address: String
    var command = "apply"
    var arguments: [String] = []
    var environment: [String: String] = [:]

    static func beside(_ name: String) -> URL {
        let bundles = Bundle.allBundles.compactMap(\.executableURL).map {
            $0.deletingLastPathComponent().appendingPathComponent(name)
        }
        let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent(name)
        return bundles.first { FileManager.default.fileExists(atPath: $0.path) } ?? program
    }

    func run() throws -> End {
        let process = Process(), output = Pipe()
        process.executableURL = Worker.beside("crash-worker")
        process.arguments = [address, command] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        process.waitUntilExit()
        if process.terminationReason == .uncaughtSignal {
            guard process.terminationStatus == SIGKILL else {
                throw Surprise(description: "signal \(process.terminationStatus): \(text)")
            }
            return .killed
        }
        switch process.terminationStatus {
        case 0: return .done(text)
        case 74: return .failed(text)
        default: throw Surprise(description: "status \(process.terminationStatus): \(text)")
        }
    }

    /// Runs until a point of its own.
    ///
    /// - Returns: how many points the run passed; `nil` when it was killed.
    static func points(_ address: String, _ command: String, until point: Int) throws -> Int? {
        switch try Worker(address: address, command: command, arguments: ["\(point)"]).run() {
        case .killed: return nil
        case .done(let text):
            guard let points = Int(text) else { throw Surprise(description: text) }
            return points
        case .failed(let text): throw Surprise(description: text)
        }
    }

    /// Whether nothing is sampled.
    static let isLong = ProcessInfo.processInfo.environment["TEST_ALL"] == "1"

    /// How far apart the points are.
    static func step(_ usual: Int) -> Int { isLong ? 1 : usual }
}

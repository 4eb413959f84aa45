import Foundation

/// Runs the built executable.
enum Program {
    struct Result {
        let status: Int32
        let output: [UInt8]
        let errors: String

        var text: String { String(decoding: output, as: UTF8.self) }
        var lines: [String] { text.split(separator: "\n").map(String.init) }
    }

    /// The executable lies beside the test bundle.
    static var executable: URL {
        #if os(macOS)
        let folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
            .deletingLastPathComponent()
        return (folder ?? Bundle.main.bundleURL).appendingPathComponent("adapty-migrate")
        #else
        return URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("adapty-migrate")
        #endif
    }

    /// How far apart the cases are where each starts the program; `TEST_ALL=1` takes every one.
    static func step(_ usual: Int) -> Int { ProcessInfo.processInfo.environment["TEST_ALL"] == "1" ? 1 : usual }

    static func prepare(_ arguments: [String], in folder: URL) -> Process {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        return process
    }

    /// - Parameters:
    ///   - output: where standard output goes instead of being caught, e.g. `/dev/full`.
    ///   - environment: what it has besides this process's, which may be in CI: only what is named here says so.
    static func run(
        _ arguments: String..., in scratch: Scratch, input: String? = nil, output: String? = nil,
        environment: [String: String] = [:]
    ) throws -> Result {
        try run(arguments, in: scratch, input: input, output: output, environment: environment)
    }

    static func run(
        _ arguments: [String], in scratch: Scratch, input: String? = nil, output: String? = nil,
        environment: [String: String] = [:]
    ) throws -> Result {
        // Files instead of pipes: nothing can block, however much is written.
        let caught = Scratch()
        let process = prepare(arguments, in: scratch.folder)
        process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "CI" }.merging(environment) { $1 }
        try caught.write(Array((input ?? "").utf8), to: "in")
        process.standardInput = try FileHandle(forReadingFrom: caught.url("in"))
        try caught.write([], to: "out")
        try caught.write([], to: "err")
        process.standardOutput = try FileHandle(
            forWritingTo: output.map { URL(fileURLWithPath: $0) } ?? caught.url("out"))
        process.standardError = try FileHandle(forWritingTo: caught.url("err"))
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus, output: try caught.bytes("out"), errors: try caught.text("err"))
    }
}

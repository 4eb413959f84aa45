import Foundation

extension Scratch {
    /// Runs gzip in the folder, and returns what it prints.
    @discardableResult
    func gzip(_ arguments: String...) throws -> String {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/gzip")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}

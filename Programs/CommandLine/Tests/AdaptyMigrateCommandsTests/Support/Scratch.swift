import Foundation

/// A folder for one test, removed when the test is over.
final class Scratch: Sendable {
    let folder: URL

    init() {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("adapty-migrate-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

    func write(_ bytes: [UInt8], to name: String) throws {
        try FileManager.default.createDirectory(
            at: url(name).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url(name))
    }

    func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }
    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: url(name))) }
    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }
    func lines(_ name: String) throws -> [String] { try text(name).split(separator: "\n").map(String.init) }
    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: url(name).path) }

    /// Every name in the folder, hidden ones as well.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }

    /// An object of a JSON line.
    func object(_ line: String) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    }
}

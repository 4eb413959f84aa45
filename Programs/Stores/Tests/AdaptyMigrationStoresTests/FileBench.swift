import Foundation
import Testing

@testable import AdaptyMigrationStores

/// How the same records lie in files.
enum FileShape: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case folder, lines, document, export
    #if Gzip
    case compressed, compressedExport
    #endif

    var testDescription: String { rawValue }

    static let oldEvent =
        #"{"profile_id":"me","event_type":"subscription_cancelled","event_properties":{"price_usd":9.90}}"#
    static let newEvent =
        #"{"profile_id":"me","event_type":"subscription_expired","event_properties":{"price_usd":9.90}}"#
    static let profile =
        #"{"data": {"type": "t", "id": "me", "attributes": {"paid_access_levels": {"premium": {"id": "premium", "is_active": 1, "vendor_transaction_id": "7", "expires_at": "2030-01-01T00:00:00.000000+0000"}}, "subscriptions": null, "non_subscriptions": null}}}"#
    /// Two to upgrade, one current, one that is no record, one that is no JSON; no line end at the end.
    static let lineText = [oldEvent, newEvent, #"{"hello":"world"}"#, "", #"{"cut":"#, profile].joined(
        separator: "\r\n")
    static let documentText = "[\n  \(oldEvent),\n  {\"hello\": \"world\"},\n  \(profile)\n]\n"
    /// With a mark, quotes, line breaks in fields, a name of nobody's, and a row that is cut off.
    static let exportText =
        "\u{FEFF}profile_id,\"event_type\",note\r\np1,subscription_cancelled,\"a, \"\"b\"\"\r\nc\"\r\np2,\"TRIAL_CANCELED\",\r\np3,own,x\r\n\r\nbad,row\r\np4,trial_started,9"

    /// The files by their paths, and where in them a byte may be changed so that the record is still one.
    var files: [String: [UInt8]] {
        let lines = Array(FileShape.lineText.utf8), document = Array(FileShape.documentText.utf8),
            export = Array(FileShape.exportText.utf8)
        return switch self {
        case .folder:
            [
                "a.ndjson": lines, "b/c.json": document, "b/d.csv": export, "b/empty.ndjson": [], "b/empty.json": [],
                "notes.txt": Array("mine".utf8), "other.csv": Array("a,b\n1,2\n".utf8),
            ]
        case .lines: ["a.ndjson": lines]
        case .document: ["a.json": document]
        case .export: ["a.csv": export]
        #if Gzip
        case .compressed:
            ["a.ndjson.gz": FileBench.gzip(lines) + FileBench.gzip(Array(("\n" + FileShape.oldEvent).utf8))]
        case .compressedExport: ["a.csv.gz": FileBench.gzip(export)]
        #endif
        }
    }

    /// Records that are upgraded, left as they are, and rejected.
    var counts: FileCounts {
        switch self {
        case .folder: FileCounts(changed: 6, unchanged: 3, rejected: 6)
        case .lines: FileCounts(changed: 2, unchanged: 1, rejected: 2)
        case .document: FileCounts(changed: 2, unchanged: 0, rejected: 1)
        case .export: FileCounts(changed: 2, unchanged: 2, rejected: 1)
        #if Gzip
        case .compressed: FileCounts(changed: 3, unchanged: 1, rejected: 2)
        case .compressedExport: FileCounts(changed: 2, unchanged: 2, rejected: 1)
        #endif
        }
    }
}

/// Files that go with the test.
final class FileBench: Sendable {
    let folder = Worker.place.appendingPathComponent("files-" + UUID().uuidString)
    /// The store: the folder, or the one file.
    let path: String

    init(_ files: [String: [UInt8]]) throws {
        let only = files.count == 1 ? files.keys.first : nil
        path = only.map(folder.appendingPathComponent)?.path ?? folder.path
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, bytes) in files { try write(bytes, to: name) }
    }

    convenience init(_ shape: FileShape) throws { try self.init(shape.files) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

    func write(_ bytes: [UInt8], to name: String) throws {
        try FileManager.default.createDirectory(
            at: url(name).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url(name))
    }

    func text(_ name: String) throws -> String { String(decoding: try Data(contentsOf: url(name)), as: UTF8.self) }
    func edit(_ name: String, _ old: String, _ new: String) throws {
        try write(Array(try text(name).replacingOccurrences(of: old, with: new).utf8), to: name)
    }

    /// Everything but what is hidden.
    func contents() throws -> [String: [UInt8]] { try read { !$0.hasPrefix(".") && !$0.contains("/.") } }

    /// What is there besides.
    func hidden() throws -> [String] { try read { $0.hasPrefix(".") || $0.contains("/.") }.keys.sorted() }

    private func read(_ isWanted: (String) -> Bool) throws -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        for name in FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String }) ?? []
        where isWanted(name) {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: url(name).path, isDirectory: &isFolder)
            if !isFolder.boolValue { found[name] = Array(try Data(contentsOf: url(name))) }
        }
        return found
    }

    func open(_ change: (inout RunOptions) -> Void = { _ in }, _ disk: Disk = Disk()) throws -> FileRun {
        var options = RunOptions()
        options.batch = 2
        options.embedsResidue = true
        options.instants = [1_700_000_000_000_000]
        change(&options)
        return try FileRun(path, options, disk)
    }

    #if Gzip
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        let compressor = GzipCompressor(), first = compressor.add(bytes)
        return first + compressor.finish()
    }

    static func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
        let expander = GzipExpander()
        var rest = [bytes], out: [UInt8] = []
        while true {
            let chunk = try expander.next { rest.popLast() ?? [] }
            if chunk.isEmpty { return out }
            out += chunk
        }
    }
    #endif
}

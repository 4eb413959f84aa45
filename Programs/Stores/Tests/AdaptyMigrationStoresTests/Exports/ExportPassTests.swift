@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// An export in a file: its rows are upgraded and come back, and every other byte stays.
@Suite("Passes over exports")
struct ExportPassTests {
    /// With a mark, quotes, line breaks in fields, a name of nobody's, and a row that is cut off.
    private static let old =
        "\u{FEFF}profile_id,\"event_type\",note\r\np1,subscription_cancelled,\"a, \"\"b\"\"\r\nc\"\r\np2,\"TRIAL_CANCELED\",\r\np3,own,x\r\n\r\nbad,row\r\np4,trial_started,9"
    private static let new =
        "\u{FEFF}profile_id,\"event_type\",note,_adapty_migration\r\np1,subscription_expired,\"a, \"\"b\"\"\r\nc\",subscription_cancelled\r\np2,\"trial_expired\",,TRIAL_CANCELED\r\np3,own,x,\r\n\r\nbad,row\r\np4,trial_started,9,"

    private static let passes: [(String, String, ExportPass.Direction)] = [
        (old, new, .upgrade), (new, new, .upgrade), (new, old, .downgrade),
    ]

    /// What is written, with rows that cannot be converted in their place, and the lines of these.
    private func pass(
        _ file: [UInt8], _ direction: ExportPass.Direction = .upgrade, keepsNames: Bool = true, name: String = "e.csv"
    ) throws -> (text: String, rejected: [Int]) {
        let folder = Worker.place.appendingPathComponent("export-" + UUID().uuidString),
            url = folder.appendingPathComponent(name)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(file).write(to: url)
        let pass = try ExportPass(url.path, direction, keepsNames: keepsNames)
        var written: [UInt8] = [], rejected: [Int] = []
        while let piece = try pass.next() {
            switch piece {
            case .between(let bytes): written += bytes
            case .row(_, _, .success(let row)): written += row.bytes
            case .row(let record, let position, .failure):
                written += record
                rejected.append(position.line)
            }
        }
        return (String(decoding: written, as: UTF8.self), rejected)
    }

    @Test("old names go to a column of their own, and come back from it", arguments: passes)
    func roundTrip(from: String, to: String, direction: ExportPass.Direction) throws {
        let (text, rejected) = try pass(Array(from.utf8), direction)
        #expect(text == to && rejected == [7])
    }

    @Test(
        "an export gets the column only if there is a name to keep, and rows of old programs are added to it",
        arguments: [
            ("event_type,n\nsubscription_expired,1\n", true, "event_type,n\nsubscription_expired,1\n"),
            ("event_type,n\nsubscription_cancelled,1\n", false, "event_type,n\nsubscription_expired,1\n"),
            (
                "event_type,n,_adapty_migration\nsubscription_expired,1,subscription_cancelled\ntrial_cancelled,2\nown,3\n",
                true,
                "event_type,n,_adapty_migration\nsubscription_expired,1,subscription_cancelled\ntrial_expired,2,trial_cancelled\nown,3\n"
            ),
        ])
    func column(from: String, keepsNames: Bool, to: String) throws {
        let (text, rejected) = try pass(Array(from.utf8), keepsNames: keepsNames)
        #expect(text == to && rejected.isEmpty)
    }

    @Test("what is no export ends at once", arguments: ["a,b\n1,2\n", "event_type,\"n\nx,1\n"])
    func noExport(text: String) throws {
        let (written, rejected) = try pass(Array(text.utf8))
        #expect(written.isEmpty && rejected == [1])
    }

    @Test(
        "what cannot be read is named",
        arguments: [("/nowhere.csv", "No such file"), ("/dev/null", "not a regular file"), ("/", "not a regular file")])
    func unreadable(path: String, words: String) {
        #expect { try ExportPass(path, .upgrade) } throws: { "\($0)".contains(words) }
    }

    #if Gzip
    @Test("a compressed export is read like any other")
    func compressed() throws {
        let file = GzipTests.gzip(Array(Self.old.utf8))
        #expect(try pass(file, name: "e.csv.gz").text == Self.new)
        let (text, rejected) = try pass(Array(file.dropLast()), name: "e.csv.gz")
        #expect(text + "p4,trial_started,9," == Self.new && rejected == [7, 1], "the damage is told at the end")
    }
    #else
    @Test func whatIsNotInThisBuildIsSaid() {
        #expect { try pass([], name: "e.csv.gz") } throws: { "\($0)".contains("--traits Gzip") }
    }
    #endif
}

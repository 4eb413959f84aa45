import Foundation
import Testing

@testable import AdaptyMigrationStores

/// Killed before or after any call that writes, renames or puts something on the disk, every file is whole, old or new,
/// and the run can be gone on with.
@Suite("Crashes in files")
struct FileCrashTests {
    @Test("at every call of an upgrade")
    func apply() throws {
        let bench = try FileBench(FileFaultTests.files.filter { $0.key != "a.ndjson" }), before = try bench.contents()
        let points = try #require(try Worker.points(bench.path, "apply", until: .max)), after = try bench.contents()
        _ = try bench.open().rollback()
        #expect(points > 80 && before != after)
        for point in stride(from: 1, through: points, by: Worker.step(3)) {
            #expect(try Worker.points(bench.path, "apply", until: point) == nil, "point \(point)")
            for (name, bytes) in try bench.contents() {
                #expect(bytes == before[name] || bytes == after[name], "point \(point), \(name)")
            }
            if point % 2 == 0 {
                #expect(try bench.open().apply().isComplete)
                #expect(try bench.contents() == after, "point \(point)")
                let report = try bench.open().verify()
                #expect(report.holds, "point \(point): \(report.findings)")
                #expect(try bench.open().apply().changed == 0)
            }
            if try bench.open().status().state != "none" { #expect(try bench.open().rollback().isComplete) }
            #expect(try bench.contents() == before, "point \(point)")
            #expect(try bench.open().status().state == "none")
        }
    }

    @Test("at every call of a rollback, also of an edited file")
    func rollback() throws {
        let bench = try FileBench(FileFaultTests.files.filter { $0.key < "c" }), before = try bench.contents()
        func upgrade() throws {
            for (name, bytes) in before { try bench.write(bytes, to: name) }
            _ = try bench.open().apply()
            try bench.edit("a.ndjson", "\"n\":3", "\"n\":30")
        }
        try upgrade()
        let points = try #require(try Worker.points(bench.path, "rollback", until: .max)), back = try bench.contents()
        #expect(points > 40 && bench.path == bench.folder.path)
        #expect(back["b.ndjson"] == before["b.ndjson"] && back["a.ndjson"] != before["a.ndjson"])
        for point in stride(from: 1, through: points, by: Worker.step(3)) {
            try upgrade()
            #expect(try Worker.points(bench.path, "rollback", until: point) == nil, "point \(point)")
            if try bench.open().status().state != "none" { #expect(try bench.open().rollback().isComplete) }
            #expect(try bench.contents() == back, "point \(point)")
            try? FileManager.default.removeItem(at: bench.url(".adapty-migration"))
        }
    }
}

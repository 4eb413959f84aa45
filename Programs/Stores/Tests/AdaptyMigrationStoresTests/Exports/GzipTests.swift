#if Gzip
@_spi(Tools) import AdaptyMigrationTools
import Testing

@testable import AdaptyMigrationStores

/// What is compressed comes back whole, and a damaged file is never taken for a whole one.
@Suite("Gzip")
struct GzipTests {
    private static let text = Array(String(repeating: #"{"event_type":"trial_started"}"# + "\n", count: 20_000).utf8)
    private static let compressed = gzip(text)

    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        let compressor = GzipCompressor(), first = compressor.add(bytes)
        return first + compressor.finish()
    }

    /// - Parameter step: the number of compressed bytes that are read at a time.
    private static func gunzip(_ bytes: [UInt8], step: Int) throws(MigrationError) -> [UInt8] {
        let expander = GzipExpander()
        var rest = bytes[...], out: [UInt8] = []
        while true {
            let chunk = try expander.next { () throws(MigrationError) in
                defer { rest = rest.dropFirst(step) }
                return Array(rest.prefix(step))
            } damaged: { error in
                error
            }
            #expect(chunk.count <= Gzip.chunkSize)
            if chunk.isEmpty { return out }
            out += chunk
        }
    }

    /// Files, and their content.
    private static let wholeFiles: [(file: [UInt8], content: [UInt8])] = [
        (compressed, text), (gzip([]), []), (compressed + [0, 0, 0], text),
        (compressed + gzip([]) + gzip([0x0A]), text + [0x0A]),
    ]

    @Test(
        "one member, no content, zeros at the end, several members: read to the end in pieces of any size",
        arguments: wholeFiles.indices, [1, 1000, 1 << 18])
    func whole(number: Int, step: Int) throws {
        let (file, content) = GzipTests.wholeFiles[number]
        #expect(try GzipTests.gunzip(file, step: step) == content)
    }

    private static func changed(_ file: [UInt8], fromEnd count: Int) -> [UInt8] {
        var file = file
        file[file.count - count] ^= 0x55
        return file
    }

    /// Files, and what is said of them.
    private static let damagedFiles: [(file: [UInt8], words: String)] = [
        ([], "is empty"), (Array(compressed.dropLast()), "is cut off"), (Array(compressed.prefix(9)), "is cut off"),
        (compressed + Array(compressed.prefix(15)), "is cut off"), (text, "is damaged"),
        (compressed + text, "is damaged"), (changed(compressed, fromEnd: 8), "is damaged"),
        (changed(compressed, fromEnd: 1), "is damaged"),
    ]

    @Test("what is empty, cut off, followed by something else or changed: told", arguments: damagedFiles.indices)
    func damaged(number: Int) throws {
        let (file, words) = GzipTests.damagedFiles[number]
        let error = try #require(throws: MigrationError.self) { try GzipTests.gunzip(file, step: 1000) }
        #expect(error.code == .damagedFile && error.message.contains(words), "\(error.message)")
    }

    @Test("the same content gives the same bytes, which are fewer")
    func same() {
        #expect(GzipTests.gzip(GzipTests.text) == GzipTests.compressed)
        #expect(GzipTests.compressed.count < GzipTests.text.count / 10)
    }
}
#endif

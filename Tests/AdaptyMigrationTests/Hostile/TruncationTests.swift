@_spi(Tools) import AdaptyMigrationTools
import Testing

@Suite("Hostile: truncation")
struct TruncationTests {
    static let codes: Set<MigrationError.Code> = [.truncated, .empty, .invalidUTF8]

    @Test("a document cut at any byte is refused", arguments: Realistic.all)
    func cut(_ document: Realistic.Document) throws {
        let bytes = document.bytes
        for length in 0..<bytes.count {
            let part = Array(bytes[..<length])
            for attempt in Attempt.allCases {
                let error = #expect(throws: MigrationError.self, "cut at \(length)") {
                    try attempt.run(part, document.dialect)
                }
                guard let error else { return }
                #expect(TruncationTests.codes.contains(error.code), "cut at \(length): \(error)")
            }
        }
        _ = try Migrator().upgrade(bytes)
    }

    @Test("a converted document with its residue, cut at any byte, is refused", arguments: Realistic.all)
    func cutAfterUpgrade(_ document: Realistic.Document) throws {
        let bytes = try Migrator().upgrade(document.bytes).document
        for length in 0..<bytes.count {
            let error = #expect(throws: MigrationError.self, "cut at \(length)") {
                try Migrator().downgrade(Array(bytes[..<length]))
            }
            guard let error else { return }
            #expect(TruncationTests.codes.contains(error.code), "cut at \(length): \(error)")
        }
        #expect(try Migrator().downgrade(bytes).documentWithoutResidue == document.bytes)
    }

    @Test("a document cut at the front is refused or another document, never a trap", arguments: Realistic.all)
    func headless(_ document: Realistic.Document) {
        let bytes = document.bytes
        for start in 1..<bytes.count { _ = try? Migrator().upgrade(Array(bytes[start...])) }
    }
}

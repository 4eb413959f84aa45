@_spi(Tools) import AdaptyMigrationTools
import Testing

@testable import AdaptyMigrationStores

/// What is written is what is judged, whatever the target is and wherever the residue goes.
@Suite("Converting a document")
struct DocumentConverterTests {
    private static let document = Array(
        #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":1,"vendor_transaction_id":"7"}}}"#
            .utf8)

    private func converter(_ to: Dialect?, embedsResidue: Bool) -> DocumentConverter {
        var options = RunOptions()
        options.instants = [1_700_000_000_000_000]
        options.to = to
        options.embedsResidue = embedsResidue
        return DocumentConverter(options)
    }

    @Test(
        "access that the written document changes is refused", arguments: [.sdk2, .sdk3] as [Dialect], [true, false])
    func access(to: Dialect, embedsResidue: Bool) throws {
        let converter = converter(to, embedsResidue: embedsResidue),
            document = DocumentConverterTests.document
        #expect(try converter.upgrade(document) != nil)
        converter.verifier.plant = { made in
            let text = String(decoding: made, as: UTF8.self)
            return Array(text.replacing("\"is_active\":true", with: "\"is_active\":false").utf8)
        }
        let error = #expect(throws: MigrationError.self) { try converter.upgrade(document) }
        #expect(error?.code == .accessChanged)
    }

    @Test("a target that has no place for the residue is converted, too")
    func bridge() throws {
        let made = try converter(.sdk3Bridge, embedsResidue: false).upgrade(DocumentConverterTests.document)
        #expect(made == (try Migrator().upgrade(DocumentConverterTests.document, to: .sdk3Bridge).document))
    }

    @Test("a residue that does not lead back is refused")
    func wayBack() throws {
        let converter = converter(.sdk3, embedsResidue: true)
        converter.verifier.plant = { made in
            let text = String(decoding: made, as: UTF8.self)
            return Array(text.replacing("\\\"7\\\"", with: "\\\"8\\\"").utf8)
        }
        let error = #expect(throws: MigrationError.self) { try converter.upgrade(DocumentConverterTests.document) }
        #expect(error?.code == .notReversible)
    }

    @Test("stores judge an upgrade to server-v2 as the package does, fixture by fixture")
    func serverV2() throws {
        var options = TableRunTests.options()
        options.to = .serverV2
        let converter = DocumentConverter(options)
        var refused = 0
        for (name, document) in try LegacyFixtures.all() where name.contains("/profile/") {
            let bytes = Array(document.utf8), result = converter.convert(.utf8(bytes))
            do throws(MigrationError) {
                _ = try Migrator().upgrade(bytes, to: .serverV2)
                if case .rejected(let code, let reason) = result { Issue.record("\(name): \(code): \(reason)") }
            } catch {
                guard case .rejected(let code, _) = result else {
                    Issue.record("\(name) is upgraded, in spite of \(error)")
                    continue
                }
                #expect(code == error.code.rawValue)
                refused += 1
            }
        }
        #expect(refused > 0)
    }
}

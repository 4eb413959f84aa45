import Testing

@testable import AdaptyMigrationCore

/// `CurrentFixtures/residue-<version>/<form>.json`, a document with a residue of that version, and beside it what it
/// was made from (`….original.json`). Where a form decides what becomes of an edit, `….edited.json` is the edited
/// document and `….edited.original.json` what it goes back to.
struct ResidueFixture: Sendable, CustomTestStringConvertible {
    static let folder = "residue-"
    private static let original = ".original"

    let path: String

    var testDescription: String { path }

    /// The version of the residue format that the file is kept for.
    var version: Int? { path.split(separator: "/").first.flatMap { Int($0.dropFirst(ResidueFixture.folder.count)) } }
    /// The form it is named after; `nil` where it is kept for its source.
    var form: ResidueForm? { path.split(separator: "/").last.flatMap { ResidueForm(rawValue: String($0)) } }
    var isEdited: Bool { path.hasSuffix(".edited") }
    /// An earlier build wrote it so; today's writes the same residue format otherwise.
    var isEarlier: Bool { path.hasPrefix(ResidueFixture.folder + "\(Residue.version)/earlier-") }
    /// What it was upgraded to; `nil` for the current dialect.
    var target: Dialect? {
        [.severalHops, .hopWithoutChange, .layout].contains(form) || path.hasSuffix("-to-sdk3") ? .sdk3 : nil
    }

    /// What it was upgraded with.
    var options: MigrationOptions {
        var options = MigrationOptions()
        if form == .readableBy { options.readableBy = "3.12.0" }
        if form == .derivedAt { options.instant = Timestamp("2025-01-01T00:00:00Z") }
        return options
    }

    func original() throws -> [UInt8] { try #require(try FixtureTree.current.read(path + ResidueFixture.original)) }
    func document() throws -> [UInt8] { try #require(try FixtureTree.current.read(path)) }

    /// The document without its residue, and the residue.
    func parts() throws -> (document: [UInt8], residue: Residue) {
        let (document, residue) = try ResidueMember.split(try JSONScanner.index(try document()))
        return (document, try #require(residue))
    }

    static let all: [ResidueFixture] = FixtureTree.current.paths.filter {
        $0.hasPrefix(folder) && $0.hasSuffix(original)
    }.map { ResidueFixture(path: String($0.dropLast(original.count))) }
}

import Testing

@testable import AdaptyMigrationCore

@Suite("Errors")
struct MigrationErrorTests {
    @Test(
        "an error says what, where and what to do; what it has not it leaves out",
        arguments: [
            (MigrationError(.truncated, "it ends", remedy: "send all"), "truncated: it ends; send all"),
            (
                MigrationError(.truncated, "it ends", remedy: "send all", path: "/a/0"),
                "truncated: it ends at /a/0; send all"
            ),
            (
                MigrationError(.truncated, "it ends", remedy: "send all", place: .init(offset: 7, line: 2, column: 3)),
                "truncated: it ends (line 2, column 3, byte 7); send all"
            ),
            (
                MigrationError(
                    .truncated, "it ends", remedy: "send all", path: "/a", place: .init(offset: 7, line: 2, column: 3)),
                "truncated: it ends (line 2, column 3, byte 7) at /a; send all"
            ),
        ])
    func described(error: MigrationError, text: String) { #expect(error.description == text) }
}

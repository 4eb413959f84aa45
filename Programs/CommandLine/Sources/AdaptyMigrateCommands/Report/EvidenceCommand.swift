@_spi(Tools) import AdaptyMigrationTools

/// The information for repeating a run: the command as it was typed, and the settings that determine its output.
struct EvidenceCommand {
    /// The command and its arguments, quoted for a shell, without the program's path and without passwords.
    let line: String

    init(_ arguments: [String]) {
        line = (["adapty-migrate"] + arguments.map { EvidenceCommand.quoted(EvidenceCommand.withoutPassword($0)) })
            .joined(separator: " ")
    }

    /// The command with which this process was started.
    static var current: EvidenceCommand { EvidenceCommand(Array(CommandLine.arguments.dropFirst())) }

    func cells(residue: String) -> [ReportCell] {
        [.text(Version.number), .text(MigrationTables.rulesHash), .text(line), .text(residue)]
    }

    private static func quoted(_ argument: String) -> String {
        let isPlain =
            !argument.isEmpty
            && argument.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte >= 0x80 || "-_./:=,@%+".utf8.contains(byte)
            }
        return isPlain
            ? argument
            : "'" + argument.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// `postgres://user:secret@host/db` → `postgres://user:…@host/db`, and the same for `password=secret`.
    private static func withoutPassword(_ argument: String) -> String {
        var text = argument
        if let scheme = text.firstRange(of: "://"), let at = text[scheme.upperBound...].firstIndex(of: "@"),
            let colon = text[scheme.upperBound..<at].firstIndex(of: ":")
        {
            text.replaceSubrange(text.index(after: colon)..<at, with: "…")
        }
        if let name = text.firstRange(of: "password=") {
            let end = text[name.upperBound...].firstIndex(of: "&") ?? text.endIndex
            text.replaceSubrange(name.upperBound..<end, with: "…")
        }
        return text
    }
}

@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

extension ConversionOptions {
    /// Makes the conversion of an export; `nil` when the input is something else.
    func export(_ input: Input, _ direction: Direction) throws(CommandFailure) -> ExportConversion.Maker? {
        guard input.format == .csv, inside == nil else { return nil }
        if dryRun {
            throw .usage("--dry-run shows JSON records; for an export, use adapty-migrate verify \(input.name)")
        }
        if case .beside = residue {
            throw .usage(
                "an export keeps its old names in a column of its own, or not at all; use --residue embed or discard")
        }
        guard to == nil || direction == .upgrade && (to == .current || to == .named(.webhook)) else {
            throw .usage(
                "an export is always upgraded to current names or downgraded to its old ones; leave --to out")
        }
        // An export gets the column for old names only if there is one to keep.
        let keepsNames = if direction == .upgrade, residue == .embed { try changes(input) } else { false }
        return { header throws(MigrationError) in
            try ExportConversion(header: header, direction, keepsNames: keepsNames)
        }
    }

    /// Whether an upgrade changes a row of an export.
    private func changes(_ input: Input) throws(CommandFailure) -> Bool {
        guard let path = input.path, FileStatus.of(path)?.isRegular == true else {
            throw .usage("an export must be read twice, which is impossible with standard input or a pipe; name a file")
        }
        var export: ExportConversion?
        let reader = try InputReader(input, maximumDepth: self.input.maxDepth) { header throws(MigrationError) in
            let made = try ExportConversion(header: header, .upgrade, keepsNames: false)
            export = made
            return made
        }
        let rows = RecordCursor(reader, maximumDepth: self.input.maxDepth), judge = EventJudge()
        while let row = try rows.next() {
            if let made = try? export?.convert(row.bytes, judge), made.oldName != made.newName { return true }
        }
        return false
    }
}

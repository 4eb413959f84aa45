@_spi(Tools) import AdaptyMigrationTools

/// Converts a payload file both ways, checks the laws on each record, and reports differences from the golden files.
struct GoldenConversion: Sendable {
    let options: MigrationOptions
    let laws: PayloadLaws

    private var migrator: Migrator { Migrator(options) }

    /// The maximum number of lines of a diff that are shown; the rest are counted.
    private static let longestDiff = 60

    /// - Returns: the whole file upgraded, without residues; `nil` when a record cannot be upgraded or is misplaced,
    ///   which is then in the report.
    func upgrade(_ payload: Payload, _ bytes: [UInt8], _ target: Dialect?, _ report: inout GoldenReport) -> [UInt8]? {
        do throws(MigrationError) {
            let records = try payload.records(bytes, options)
            report.records += records.count
            var migrations: [Migration] = []
            for (number, record) in records.all.enumerated() {
                guard let migration = upgrade(record, payload, target, records.label(number), &report) else { continue }
                migrations.append(migration)
            }
            guard migrations.count == records.count else { return nil }
            let upgraded = records.replaced(by: migrations.map(\.documentWithoutResidue))
            // If a law does not hold for a record, that is what the file's way back would say again.
            if report.findings.isEmpty {
                requireWayBack(payload, bytes, upgraded, migrations.map(\.residue), &report)
            }
            return upgraded
        } catch {
            report.add(.rejected, payload.path, error.description)
            return nil
        }
    }

    private func upgrade(
        _ record: [UInt8], _ payload: Payload, _ target: Dialect?, _ label: String, _ report: inout GoldenReport
    ) -> Migration? {
        do throws(MigrationError) {
            let stated = try stated(record, payload)
            if let trouble = try misplaced(record, payload, stated) {
                // What else is found follows from the wrong folder.
                report.add(.rejected, payload.path, label + trouble)
                return nil
            }
            for failure in try laws.check(record, from: stated) { report.add(.law, payload.path, "\(label)\(failure)") }
            return try migrator.upgrade(record, from: stated, to: target)
        } catch {
            let hint = error.code == .ambiguous ? "; or put it in a folder <dialect>/<kind>" : ""
            report.add(.rejected, payload.path, label + error.description + hint)
            return nil
        }
    }

    /// The folder's dialect, if recognition does not find it without help.
    private func stated(_ record: [UInt8], _ payload: Payload) throws(MigrationError) -> Dialect? {
        guard let dialect = payload.dialect else { return nil }
        do throws(MigrationError) {
            return try migrator.detect(record).dialect == dialect ? nil : dialect
        } catch {
            guard error.code == .ambiguous else { throw error }
            return dialect
        }
    }

    /// A payload in a folder of another dialect or kind is misplaced.
    private func misplaced(_ record: [UInt8], _ payload: Payload, _ stated: Dialect?) throws(MigrationError) -> String?
    {
        let found: Detection
        do throws(MigrationError) {
            found = try migrator.detect(record)
        } catch {
            // The stated dialect decides a tie.
            guard error.code == .ambiguous, stated != nil else { throw error }
            found = try migrator.detect(record, from: stated)
        }
        // The elements of a file of `paywalls` are paywalls.
        if let kind = payload.kind, found.kind.table != kind.table {
            return "is \(found.kind.phrase), but its folder says \(kind.rawValue)"
        }
        guard let dialect = payload.dialect, !([found.dialect] + found.alsoFits).contains(dialect) else { return nil }
        return
            "is \(found.dialect.rawValue), but its folder says \(dialect.rawValue): \(found.evidence.joined(separator: "; "))"
    }

    /// Compares the golden file with what was made of the payload. If an upgrade is the same, so is its way back.
    func compare(
        _ payload: Payload, _ what: GoldenFiles.Made, _ made: [UInt8], golden: [UInt8], at path: String, remedy: String,
        _ report: inout GoldenReport
    ) {
        if made == golden { return }
        let lines = what == .model ? GoldenConversion.diffOfTexts(golden, made) : nil
        report.add(
            .differs, payload.path,
            """
            \(what.rawValue) differs from the golden file; if it is right, \(remedy)
            \(diff(payload, golden, made, "\(path), the golden file", "\(what.rawValue) of \(payload.path)", lines))
            """)
    }

    /// Law 1 for the file as a whole: the bytes between its records come back, too.
    private func requireWayBack(
        _ payload: Payload, _ bytes: [UInt8], _ current: [UInt8], _ residues: [Residue?], _ report: inout GoldenReport
    ) {
        func add(_ trouble: String) {
            report.add(.law, payload.path, Laws.Failure(law: 1, message: trouble).description)
        }
        do throws(MigrationError) {
            let records = try payload.records(current, options)
            var restored: [[UInt8]] = []
            for (record, residue) in zip(records.all, residues) {
                restored.append(try migrator.downgrade(record, residue: residue).documentWithoutResidue)
            }
            let whole = records.replaced(by: restored)
            if whole != bytes {
                add(
                    "the downgrade is not the payload\n"
                        + diff(payload, bytes, whole, "\(payload.path), the payload", "the downgrade"))
            }
        } catch {
            add("the upgrade cannot be downgraded: \(error)")
        }
    }

    /// The difference between two files. Files of lines are compared record by record.
    ///
    /// - Parameter lines: the lines of the diff, where they are known.
    private func diff(
        _ payload: Payload, _ old: [UInt8], _ new: [UInt8], _ oldName: String, _ newName: String,
        _ lines: [String]? = nil
    ) -> String {
        let lines = lines ?? byRecord(payload, old, new) ?? GoldenConversion.diff(old, new)
        var out = ["--- \(oldName)", "+++ \(newName)"] + lines.prefix(GoldenConversion.longestDiff)
        if lines.count > GoldenConversion.longestDiff {
            out.append("… and \(lines.count - GoldenConversion.longestDiff) more lines")
        }
        return out.joined(separator: "\n")
    }

    /// - Returns: `nil` when the files cannot be compared record by record.
    private func byRecord(_ payload: Payload, _ old: [UInt8], _ new: [UInt8]) -> [String]? {
        guard Payload.isLines(payload.path), let before = try? payload.records(old, options),
            let after = try? payload.records(new, options), before.count == after.count
        else { return nil }
        let lines = zip(before.all, after.all).enumerated().flatMap { number, pair in
            pair.0 == pair.1
                ? []
                : ["record \(number + 1), line \(before.line(number))"] + GoldenConversion.diff(pair.0, pair.1)
        }
        return lines.isEmpty ? nil : lines
    }

    /// The same of texts that are no documents.
    private static func diffOfTexts(_ old: [UInt8], _ new: [UInt8]) -> [String] {
        func lines(_ text: [UInt8]) -> [IndentedLine] {
            text.split(separator: .newline, omittingEmptySubsequences: false).map {
                IndentedLine(text: String(decoding: $0, as: UTF8.self), pointer: "")
            }
        }
        return LineDiff.unified(lines(old), lines(new))
    }

    private static func diff(_ old: [UInt8], _ new: [UInt8]) -> [String] {
        let lines = DocumentDiff.unified(old, new)
        guard lines.isEmpty, let place = DocumentDiff.place(old, new) else { return lines }
        return ["only white space differs, at \(place)"]
    }
}

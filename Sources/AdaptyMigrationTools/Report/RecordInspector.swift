import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// Inspects the upgrade of one record after another, and adds the results to a ``MigrationReport``: every field, the
/// way back, and access.
///
/// The actions on fields come from converting the record with a ledger. The way back and access are judged by the
/// written bytes, if they are available.
@_spi(Tools) public struct RecordInspector: Sendable {
    /// The position of a record in the input.
    public struct Place: Sendable {
        /// The name of the file, or what stands for it.
        public let source: String
        /// The line, counted from 1.
        public let line: Int
        /// The byte in the line, counted from 1.
        public let column: Int

        /// Creates a position. Lines and bytes are counted from 1.
        public init(source: String, line: Int, column: Int = 1) {
            self.source = source
            self.line = line
            self.column = column
        }

        fileprivate var cells: [ReportCell] { [.cut(source), .number(line), .number(column)] }
    }

    /// The approximate number of bytes of a rejected record that are shown.
    private static let shown = 320
    /// Actions that are listed individually.
    private static let exceptional: Set<Ledger.Action> = [
        .missing, .repaired, .unreadable, .defaulted, .derived, .dropped, .stale, .otherDocument,
    ]

    private let laws: Laws
    /// Converts records back, without lineage.
    private let back: Migrator
    private let from: Dialect?
    private let to: Dialect?
    private let keepsResidue: Bool
    private let showsValues: Bool

    /// - Parameters:
    ///   - options: the options for converting the records.
    ///   - from: the records' dialect; `nil` to recognise each.
    ///   - to: the target; `nil` for the current dialect of each kind.
    ///   - instants: the instants at which access is compared, in microseconds since 1970.
    ///   - keepsResidue: whether the residue is kept somewhere. Without it, the way back is judged by the mapping table
    ///     alone.
    ///   - showsValues: whether examples show the values of records. Otherwise they show only the structure.
    public init(
        options: MigrationOptions = MigrationOptions(), from: Dialect? = nil, to: Dialect? = nil, instants: [Int64],
        keepsResidue: Bool = true, showsValues: Bool = false
    ) {
        back = Migrator(options)
        var options = options
        options.keepsLineage = true
        laws = Laws(options: options, instants: instants)
        self.from = from
        self.to = to
        self.keepsResidue = keepsResidue
        self.showsValues = showsValues
    }

    /// Upgrades a record and adds the results.
    ///
    /// - Parameters:
    ///   - record: the original bytes.
    ///   - written: the bytes that another run wrote for it, with the residue if it was kept; `nil` to judge the
    ///     upgrade made here.
    ///   - place: the position in the input.
    ///   - report: the report to which the results are added.
    public func inspect(_ record: [UInt8], written: [UInt8]? = nil, at place: Place, into report: inout MigrationReport)
    {
        do throws(MigrationError) {
            let migration = try Migrator(laws.options).upgrade(record, from: from, to: to)
            let made = written ?? (keepsResidue ? migration.document : migration.documentWithoutResidue),
                source = try laws.options.index(record)
            report.add(.records, [made == record ? "unchanged" : "converted"])
            report.add(
                .kinds,
                [.dialect(migration.source), .text(migration.target.rawValue), .text(migration.kind.rawValue)])
            for entry in migration.lineage?.entries ?? [] { note(entry, migration, source, place, &report) }
            try recordEvent(source, migration, place, &report)
            try recordAccess(source, made, migration, place, &report)
            recordProof(record, made, source.member(0, Residue.memberName) != nil, migration, place, &report)
        } catch {
            reject(record, error, at: place, into: &report)
        }
    }

    /// Adds a record that cannot be converted.
    public func reject(_ record: [UInt8], _ error: MigrationError, at place: Place, into report: inout MigrationReport)
    {
        let code = ReportCell.text(error.code.rawValue),
            path = showsValues ? error.path : ValueMask.masked(pointer: error.path)
        let message = showsValues ? error.message : ValueMask.masked(message: error.message)
        let reason = error.place.map { "\(message) (line \($0.line), column \($0.column) of the record)" } ?? message
        let text =
            showsValues
            ? String(decoding: record.prefix(RecordInspector.shown), as: UTF8.self)
                + (record.count > RecordInspector.shown ? "…" : "")
            : ValueMask.masked(record, limit: RecordInspector.shown)
        report.add(.records, ["rejected"])
        report.add(.rejects, [code])
        report.add(.exceptions, place.cells + ["rejected", "", code, .cut(path)])
        let advice = error.remedy.isEmpty ? reason : "\(reason); \(error.onCommandLine.remedy)"
        report.add(
            .examples, [code] + place.cells + [.cut(path), .cut(advice, 400), .cut(text, 2 * RecordInspector.shown)])
    }

    /// Adds a row of an export of events, which has only a name. The converter of the export has already proven it.
    public func event(_ old: String, became new: String, into report: inout MigrationReport) {
        let dialects = [old, new].map { ReportCell.text(EventName(rawValue: $0).dialect.rawValue) }
        report.add(.records, [old == new ? "unchanged" : "converted"])
        report.add(.kinds, dialects + [.text(RecordKind.event.rawValue)])
        let action = ReportCell.text((old == new ? Ledger.Action.copied : .recoded).rawValue)
        report.add(.fields, dialects + [.text(TableID.event.title), "event_type", "event_type", "event_type", action])
        report.add(.events, [.cut(old), ""])
        report.add(.proof, ["exact"])
        report.add(.gate, ["same"])
    }

    // MARK: Fields

    private func note(
        _ entry: Lineage.Entry, _ migration: Migration, _ source: JSONIndex, _ place: Place,
        _ report: inout MigrationReport
    ) {
        let action = ReportCell.text(entry.action.rawValue), from = ReportCell.dialect(migration.source)
        guard entry.action != .wrapped else { return }
        let old = name(entry.sources.first), new = name(entry.targets.first)
        guard let field = entry.field else {
            if entry.action == .unknown { return report.add(.unknown, [.text(migration.kind.rawValue), .cut(old)]) }
            // If an entry changed only inside, its fields are counted instead; its key is data.
            guard entry.sources.isEmpty || entry.targets.isEmpty || entry.action == .newerThanTarget else { return }
            let name = ReportCell.text(ValueMask.known(old) ?? "…")
            return report.add(
                .fields,
                [
                    from, .text(migration.target.rawValue), "Around the record", name, name,
                    entry.targets.isEmpty ? "" : name, action,
                ])
        }
        let table = ReportCell.text(field.table), row = ReportCell.text(field.row)
        report.add(.fields, [from, .text(migration.target.rawValue), table, row, .cut(old), .cut(new), action])
        if field.codec == Codec.timestamp.description, let month = entry.sources.first.flatMap({ month(source, $0) }) {
            report.add(.dates, [table, row, .text(month)])
        }
        if entry.action == .stashed, !keepsResidue {
            report.add(.losses, [from, table, row, "the residue was discarded"])
        }
        if RecordInspector.exceptional.contains(entry.action) {
            let path = entry.sources.first ?? entry.targets.first ?? ""
            report.add(
                .exceptions,
                place.cells + [action, table, row, .cut(showsValues ? path : ValueMask.masked(pointer: path))])
        }
    }

    /// The last step of a pointer; empty when there is none.
    private func name(_ pointer: String?) -> String { pointer.map { JSONText.lastStep(ofPointer: $0) } ?? "" }

    /// The month, such as `2024-03`; `nil` when the value is not a date.
    private func month(_ index: JSONIndex, _ pointer: String) -> String? {
        guard let node = index.node(at: pointer), let microseconds = DateText.microseconds(index.raw(node)) else {
            return nil
        }
        return String(AccessInstant.text(microseconds / 1000).prefix(7))
    }

    private func recordEvent(
        _ source: JSONIndex, _ migration: Migration, _ place: Place, _ report: inout MigrationReport
    ) throws(MigrationError) {
        guard migration.kind == .event, let node = source.member(0, "event_type"), let name = source.text(node) else {
            return
        }
        let month = month(source, "/event_datetime") ?? month(source, "/event_properties/event_datetime") ?? ""
        report.add(.events, [.cut(name), .text(month)])
        guard let said = [Ledger.Action.formerName, .unknownName].first(where: { migration.ledger.counts[$0] != nil })
        else { return }
        let action = ReportCell.text(said.rawValue), table = ReportCell.text(TableID.event.title),
            dialects = [ReportCell.dialect(migration.source), .text(migration.target.rawValue)]
        report.add(.fields, dialects + [table, "event_type", "event_type", "event_type", action])
        report.add(.exceptions, place.cells + [action, table, "event_type", "/event_type"])
    }

    // MARK: Proof

    private func recordAccess(
        _ source: JSONIndex, _ made: [UInt8], _ migration: Migration, _ place: Place, _ report: inout MigrationReport
    ) throws(MigrationError) {
        let options = laws.options, target = try options.index(made)
        let differences = AccessComparison(
            source, target, migration.source, to: migration.target, at: laws.instants,
            derivedAt: options.instant?.microseconds,
            isFilled: options.fillRequired || options.readableBy != nil
        ).differences
        report.add(.gate, [differences.isEmpty ? "same" : "differs"])
        for difference in differences {
            find(
                7, showsValues ? difference : "access or money differs; --show-values shows the difference", place,
                &report)
        }
        for (side, index) in [("before", source), ("after", target)] {
            for line in AccessReading(index).facts(at: laws.instants) {
                report.add(.access, [.cut(line.subject), .text(line.fact), .text(side)])
            }
        }
    }

    /// - Parameter hasOwnResidue: whether the record was already upgraded. Then its way back leads to its present form
    ///   and no further.
    private func recordProof(
        _ record: [UInt8], _ made: [UInt8], _ hasOwnResidue: Bool, _ migration: Migration, _ place: Place,
        _ report: inout MigrationReport
    ) {
        let isExact = made == record || restored(made, hasOwnResidue, migration) == record
        report.add(.proof, [isExact ? "exact" : "differs"])
        if !isExact, keepsResidue { find(1, "the way back gives different bytes", place, &report) }
    }

    /// The restored bytes; `nil` when the way back is refused.
    private func restored(_ made: [UInt8], _ hasOwnResidue: Bool, _ migration: Migration) -> [UInt8]? {
        keepsResidue
            ? try? back.downgrade(made, to: hasOwnResidue ? migration.source : nil).document
            : try? back.downgrade(made, from: migration.target, to: migration.source).documentWithoutResidue
    }

    private func find(_ law: Int, _ text: String, _ place: Place, _ report: inout MigrationReport) {
        report.add(.findings, [.number(law)] + place.cells + [.cut(text, 400)])
    }
}

extension ReportCell {
    fileprivate static func dialect(_ dialect: Dialect?) -> ReportCell { .text(dialect?.rawValue ?? "unknown") }
}

extension AccessReading {
    /// The facts of the document about each access level, and about subscriptions and purchases without their names.
    ///
    /// - Parameter instants: microseconds since 1970.
    fileprivate func facts(at instants: [Int64]) -> [(subject: String, fact: String)] {
        var lines: [(subject: String, fact: String)] = []
        for (subject, facts) in subjects {
            guard let subject = AccessReading.heading(subject, of: facts) else { continue }
            lines.append((subject.heading, "in all"))
            guard subject.hasAccess else { continue }
            for instant in instants.map({ $0 / 1000 }) where facts.isActive(at: instant) {
                lines.append((subject.heading, "active at \(AccessInstant.text(instant))"))
            }
            for field in [AccessField.willRenew, .isLifetime, .isInGracePeriod, .isRefund]
            where facts[field]?.value == .flag(true) {
                lines.append((subject.heading, field.told(.flag(true))))
            }
        }
        return lines
    }

    private static func heading(_ subject: String, of facts: Facts) -> (name: String, heading: String, hasAccess: Bool)?
    {
        if subject.hasPrefix("access level ") { return (subject, subject, true) }
        if subject.hasPrefix("subscription ") { return (subject, "subscriptions", true) }
        return subject.hasPrefix("purchase ") ? (subject, "purchases", false) : nil
    }
}

extension JSONText {
    /// The steps of a JSON pointer (RFC 6901), decoded.
    static func steps(ofPointer pointer: String) -> [String] {
        pointer.utf8.split(separator: 0x2F, omittingEmptySubsequences: false).dropFirst().map { decoded($0) }
    }

    /// The last step; empty for the whole document.
    static func lastStep(ofPointer pointer: String) -> String {
        pointer.utf8.lastIndex(of: 0x2F).map { decoded(pointer.utf8[pointer.utf8.index(after: $0)...]) } ?? ""
    }

    private static func decoded(_ step: Substring.UTF8View) -> String {
        var text: [UInt8] = [], isEscaped = false
        for byte in step {
            if isEscaped {
                text.append(byte == UInt8(ascii: "1") ? UInt8(ascii: "/") : UInt8(ascii: "~"))
                isEscaped = false
            } else if byte == UInt8(ascii: "~") {
                isEscaped = true
            } else {
                text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension JSONIndex {
    /// The node for a JSON pointer, or the last one if a name repeats; `nil` when there is none.
    func node(at pointer: String) -> Int? {
        var node = 0
        for step in JSONText.steps(ofPointer: pointer) {
            let next =
                kind(node) == .array
                ? Int(step).flatMap { elements(node).indices.contains($0) ? elements(node)[$0] : nil }
                : member(node, step)
            guard let next else { return nil }
            node = next
        }
        return node
    }
}

@_spi(Tools) public import AdaptyMigrationTools

/// Regression tests over captured payloads: a folder of old payloads, a folder of their upgrades, and every law.
///
/// ```swift
/// private let files = GoldenFiles(legacy: "Payloads/Legacy", current: "Payloads/Current")
///
/// @Test(arguments: try files.payloads())                     // Swift Testing: one test case for each payload
/// func converts(payload: String) throws { try files.check(payload) }
///
/// func testPayloadsConvertAsRecorded() throws {               // XCTest
///     try GoldenFiles(legacy: "Payloads/Legacy", current: "Payloads/Current").check()
/// }
/// ```
///
/// The legacy folder contains `.json` (one record, or an array of records), `.ndjson` and `.jsonl` files. They may be
/// in the folder itself, or at `<dialect>/<kind>/<name>.json`. Then the folders state the dialect and the kind, and
/// both are checked. Files in folders of other names are recognised by their contents, and the report says so
/// (``GoldenReport/unstated``). For each payload, the current folder has a file of the same name: the upgrade without
/// its residue, byte for byte. The original is the payload beside it. A file `to-<dialect>/<same name>` is compared
/// with the upgrade to that dialect, and `models/<same name>` with what your own code makes of the payload.
///
/// Nothing is written unless recording is requested (``RecordMode``). Nothing is ever written where the environment
/// variable `CI` is set.
public struct GoldenFiles: Sendable {
    /// The folder of payloads.
    public let legacy: String
    /// The folder of their upgrades.
    public let current: String
    let conversion: GoldenConversion
    let choice: RecordChoice

    /// - Parameters:
    ///   - legacy: the folder of payloads; a relative path starts at the folder of `file`.
    ///   - current: the folder of their upgrades.
    ///   - file: the calling source file; `nil` when relative paths start at the process's folder. On a device there
    ///     are no sources, so use absolute paths (`Bundle.module`).
    ///   - record: which golden files to write. Every check has the same parameter.
    ///   - variable: the environment variable that takes precedence over `record`; `nil` for none.
    ///   - options: the options of each conversion.
    ///   - instants: the instants at which access is compared (law 7), in microseconds since 1970. By default the first
    ///     day of each year from 2018 to 2032.
    public init(
        legacy: String, current: String, relativeTo file: String? = #filePath, record: RecordMode? = nil,
        variable: String? = RecordMode.variable,
        options: MigrationOptions = MigrationOptions(), instants: [Int64] = PayloadLaws.instants
    ) {
        let folder = file.map(Files.folder(of:)) ?? ""
        self.init(
            legacy: Files.join(folder, legacy), current: Files.join(folder, current),
            choice: RecordChoice(code: record, variable: variable, environment: Files.environment), options, instants)
    }

    init(
        legacy: String, current: String, choice: RecordChoice, _ options: MigrationOptions = MigrationOptions(),
        _ instants: [Int64] = PayloadLaws.instants
    ) {
        self.legacy = legacy
        self.current = current
        self.choice = choice
        conversion = GoldenConversion(options: options, laws: PayloadLaws(options: options, instants: instants))
    }

    /// Checks every payload, and that every golden file has a payload.
    ///
    /// - Parameter record: which golden files this call writes; `nil` for what the initialiser says.
    /// - Throws: ``GoldenReport`` when anything is wrong or was recorded. Its description says what, where and what to
    ///   do.
    public func check(record: RecordMode? = nil) throws(GoldenReport) {
        try GoldenFiles.require(report(choice.asking(record)))
    }

    /// Checks one payload, for parameterised tests.
    ///
    /// - Parameters:
    ///   - payload: one of ``payloads()``.
    ///   - target: compares only the upgrade to that dialect, with the file in the folder `to-<dialect>`. If it is
    ///     `nil`, the default upgrade is compared, and so is every file of the payload in such a folder.
    ///   - record: which golden files this call writes; `nil` for what the initialiser says.
    /// - Throws: ``GoldenReport`` when anything is wrong or was recorded.
    public func check(_ payload: String, to target: Dialect? = nil, record: RecordMode? = nil) throws(GoldenReport) {
        try GoldenFiles.require(report(Payload(payload), target, choice.asking(record)))
    }

    func report(_ payload: Payload, _ target: Dialect?, _ choice: RecordChoice) -> GoldenReport {
        var report = opening(choice)
        report.merge(target.map { compare(payload, $0, choice) } ?? compareEach(payload, choice))
        return report
    }

    /// The names of the files to check, relative to their folder and in byte order: first the payloads, then the golden
    /// files that have no payload. ``check(_:to:record:)`` fails for each of those, so a parameterised test misses
    /// nothing.
    ///
    /// - Throws: ``GoldenReport`` when a folder cannot be read, or there is no payload.
    public func payloads() throws(GoldenReport) -> [String] {
        let payloads = try names(in: legacy)
        if payloads.isEmpty {
            throw GoldenReport(of: current, .unusable, legacy, "the folder holds no .json, .ndjson or .jsonl file")
        }
        let known = Set(
            payloads.flatMap { name in
                ([nil] + Dialect.allCases).map { GoldenFiles.path(name, $0) } + [GoldenFiles.models + name]
            })
        // There is no such folder before the first recording.
        let goldens = Files.isFolder(current) ? try names(in: current) : []
        return payloads + goldens.filter { !known.contains($0) }
    }

    /// The same as ``check(record:)``, but without throwing.
    public func report() -> GoldenReport { report(choice) }

    // MARK: Steps

    static func require(_ report: GoldenReport) throws(GoldenReport) {
        if !report.holds { throw report }
    }

    private func opening(_ choice: RecordChoice) -> GoldenReport {
        var report = GoldenReport(of: current)
        if let objection = choice.objection { report.add(.refused, "", objection) }
        return report
    }

    private func report(_ choice: RecordChoice) -> GoldenReport {
        var report = opening(choice)
        do throws(GoldenReport) {
            for name in try payloads() { report.merge(compareEach(Payload(name), choice)) }
        } catch {
            report.merge(error)
        }
        return report
    }

    private func names(in folder: String) throws(GoldenReport) -> [String] {
        do throws(Files.Failure) {
            return try Files.below(folder).filter(Payload.isPayload)
        } catch {
            throw GoldenReport(of: current, .unusable, "", error.description)
        }
    }

    /// The folder of what your own code makes of the payloads.
    static let models = "models/"

    private static func path(_ payload: String, _ target: Dialect?) -> String {
        target.map { "to-\($0.rawValue)/" + payload } ?? payload
    }

    /// Compares a payload with its golden file, and with those that it has for other targets.
    private func compareEach(_ payload: Payload, _ choice: RecordChoice) -> GoldenReport {
        var report = compare(payload, nil, choice)
        for target in Dialect.allCases
        where report.payloads == 1 && Files.exists(Files.join(current, GoldenFiles.path(payload.path, target))) {
            report.addFindings(of: compare(payload, target, choice))
        }
        return report
    }

    private func compare(_ payload: Payload, _ target: Dialect?, _ choice: RecordChoice) -> GoldenReport {
        var report = GoldenReport(of: current)
        let name = GoldenFiles.path(payload.path, target), golden = Files.join(current, name)
        do throws(Files.Failure) {
            let expected = try Files.read(golden)
            guard let bytes = try Files.read(Files.join(legacy, payload.path)) else {
                report.addAbsence(of: Files.join(legacy, payload.path), golden: expected == nil ? nil : golden, legacy)
                return report
            }
            report.count(payload)
            if let trouble = payload.misnamed {
                report.add(.rejected, payload.path, trouble)
                return report
            }
            guard let upgraded = conversion.upgrade(payload, bytes, target, &report) else { return report }
            try settle(.upgrade, upgraded, name, expected, payload, choice, &report)
        } catch {
            report.add(.unusable, "", error.description)
        }
        return report
    }

    /// What is made of a payload.
    enum Made: String { case upgrade = "the upgrade", model = "what your code makes" }

    /// Records what is made of a payload, or compares it with its golden file. Failures are not recorded, because later
    /// runs would treat them as correct.
    func settle(
        _ what: Made, _ made: [UInt8], _ name: String, _ expected: [UInt8]?, _ payload: Payload, _ choice: RecordChoice,
        _ report: inout GoldenReport
    ) throws(Files.Failure) {
        let golden = Files.join(current, name)
        if choice.mode.writes(expected: expected, actual: made) {
            guard report.findings.isEmpty else {
                return report.add(.refused, payload.path, "not recorded, because of the failures above")
            }
            try Files.write(made, golden)
            report.recorded.append(golden)
        } else if let expected {
            conversion.compare(
                payload, what, made, golden: expected, at: golden, remedy: choice.remedy(.failed), &report)
        } else if report.findings.isEmpty {
            // The text is the same for all of them, so that they are one line of the report.
            report.add(.missing, name, "no golden file in \(current): \(choice.remedy(.missing)), review and commit")
        }
    }
}

@_spi(Tools) public import AdaptyMigrationTools

/// Regression tests over captured payloads: a folder of old payloads, a folder of their upgrades, and every law.
///
/// ```swift
/// @Test func payloadsConvertAsRecorded() throws {            // Swift Testing
///     try GoldenFiles(legacy: "Payloads/Legacy", current: "Payloads/Current").check()
/// }
///
/// func testPayloadsConvertAsRecorded() throws {               // XCTest
///     try GoldenFiles(legacy: "Payloads/Legacy", current: "Payloads/Current").check()
/// }
/// ```
///
/// The legacy folder contains `.json` (one record, or an array of records), `.ndjson` and `.jsonl` files. They may be
/// in the folder itself, or at `<dialect>/<kind>/<name>.json`. Then the folders state the dialect and the kind, and
/// both are checked. For each payload, the current folder has a file of the same name: the upgrade without its residue,
/// byte for byte. The original is the payload beside it. A file `to-<dialect>/<same name>` is compared with the upgrade
/// to that dialect.
///
/// Nothing is written unless recording is requested (``RecordMode``). Nothing is ever written where the environment
/// variable `CI` is set.
public struct GoldenFiles: Sendable {
    /// The folder of payloads.
    public let legacy: String
    /// The folder of their upgrades.
    public let current: String
    private let conversion: GoldenConversion
    private let choice: RecordChoice

    /// - Parameters:
    ///   - legacy: the folder of payloads; a relative path starts at the folder of `file`.
    ///   - current: the folder of their upgrades.
    ///   - file: the calling source file; `nil` when relative paths start at the process's folder. On a device there
    ///     are no sources, so use absolute paths (`Bundle.module`).
    ///   - record: which golden files to write.
    ///   - variable: the environment variable that takes precedence over `record`; `nil` for none.
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
    /// - Throws: ``GoldenReport`` when anything is wrong or was recorded. Its description says what, where and what to
    ///   do.
    public func check() throws(GoldenReport) { try GoldenFiles.require(report()) }

    /// Checks one payload, for parameterised tests.
    ///
    /// - Parameters:
    ///   - payload: one of ``payloads()``.
    ///   - target: compares the upgrade to that dialect with the file in the folder `to-<dialect>`; `nil` for the
    ///     default upgrade.
    /// - Throws: ``GoldenReport``
    public func check(_ payload: String, to target: Dialect? = nil) throws(GoldenReport) {
        var report = opening()
        report.merge(compare(Payload(payload), target))
        try GoldenFiles.require(report)
    }

    /// The payload files of the legacy folder, relative to it, in byte order.
    ///
    /// - Throws: ``GoldenReport`` when the folder cannot be read.
    public func payloads() throws(GoldenReport) -> [String] {
        do throws(Files.Failure) {
            return try Files.below(legacy).filter(Payload.isPayload)
        } catch {
            var report = GoldenReport()
            report.add(.unusable, "", error.description)
            throw report
        }
    }

    /// The same as ``check()``, but without throwing.
    public func report() -> GoldenReport {
        var report = opening()
        do throws(GoldenReport) {
            let payloads = try payloads()
            if payloads.isEmpty { report.add(.unusable, legacy, "the folder holds no .json, .ndjson or .jsonl file") }
            let goldens = try goldens()
            for payload in payloads {
                report.merge(compare(Payload(payload), nil))
                for target in Dialect.allCases where goldens.contains(GoldenFiles.path(payload, target)) {
                    var other = compare(Payload(payload), target)
                    (other.payloads, other.records) = (0, 0)
                    report.merge(other)
                }
            }
            let known = Set(
                payloads.flatMap { payload in [payload] + Dialect.allCases.map { GoldenFiles.path(payload, $0) } })
            for orphan in goldens where !known.contains(orphan) {
                report.add(
                    .orphan, Files.join(current, orphan),
                    "this golden file has no payload: remove it, or restore its payload in \(legacy)")
            }
        } catch {
            report.merge(error)
        }
        return report
    }

    // MARK: Steps

    private static func require(_ report: GoldenReport) throws(GoldenReport) {
        if !report.holds { throw report }
    }

    private func opening() -> GoldenReport {
        var report = GoldenReport()
        if let objection = choice.objection { report.add(.refused, "", objection) }
        return report
    }

    /// Empty when nothing was recorded yet.
    private func goldens() throws(GoldenReport) -> [String] {
        guard Files.isFolder(current) else { return [] }
        do throws(Files.Failure) {
            return try Files.below(current).filter(Payload.isPayload)
        } catch {
            var report = GoldenReport()
            report.add(.unusable, "", error.description)
            throw report
        }
    }

    private static func path(_ payload: String, _ target: Dialect?) -> String {
        target.map { "to-\($0.rawValue)/" + payload } ?? payload
    }

    private func compare(_ payload: Payload, _ target: Dialect?) -> GoldenReport {
        var report = GoldenReport()
        report.payloads = 1
        let golden = Files.join(current, GoldenFiles.path(payload.path, target))
        do throws(Files.Failure) {
            guard let bytes = try Files.read(Files.join(legacy, payload.path)) else {
                report.add(.unusable, Files.join(legacy, payload.path), "there is no such file")
                return report
            }
            let expected = try Files.read(golden)
            guard let upgraded = conversion.upgrade(payload, bytes, target, &report) else { return report }
            if choice.mode.writes(expected: expected, actual: upgraded.bytes) {
                try record(upgraded.bytes, golden, payload, &report)
            } else if let expected {
                conversion.compare(
                    payload, bytes, upgraded, golden: expected, at: golden, remedy: choice.remedy(.failed),
                    &report)
            } else {
                report.add(
                    .missing, payload.path,
                    "there is no golden file \(golden): \(choice.remedy(.missing)), review it and commit it")
            }
        } catch {
            report.add(.unusable, "", error.description)
        }
        return report
    }

    /// Failures are not recorded, because later runs would treat them as correct.
    private func record(_ bytes: [UInt8], _ golden: String, _ payload: Payload, _ report: inout GoldenReport)
        throws(Files.Failure)
    {
        guard report.findings.isEmpty else {
            return report.add(.refused, payload.path, "not recorded, because of the failures above")
        }
        try Files.write(bytes, golden)
        report.recorded.append(golden)
    }
}

import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Checks a certificate against data: makes it again from the source, and reads the target if there is one.
struct CertificateCheck {
    /// The data with which the certificate is compared.
    private struct Data {
        /// The options of the upgrade, with the paths of the source.
        let options: ConversionOptions
        /// The paths of the output.
        let target: [String]
        /// The inputs of the source in order, with their layouts.
        let order: [(name: String, layout: Witness.Layout)]

        /// The output folder, if the output is a folder.
        var folder: String? { target.count == 1 && FileStatus.of(target[0])?.isFolder == true ? target[0] : nil }

        /// A pipe cannot be read twice. Without a path, standard input is read.
        var isLasting: Bool {
            !options.input.paths.isEmpty
                && (options.input.paths + target).allSatisfy {
                    FileStatus.of($0).map { $0.isRegular || $0.isFolder } ?? false
                }
        }

        /// The files that the run wrote, with the layouts of their sources; `nil` when they are unknown.
        var files: [(path: String, layout: Witness.Layout)]? {
            // If the only record of a file was rejected, nothing was written for it.
            if let folder {
                return order.map { (Path.join(folder, $0.name), $0.layout) }.filter { FileStatus.of($0.0) != nil }
            }
            return target.count == order.count ? zip(target, order).map { ($0, $1.layout) } : nil
        }
    }

    private let certificate: Certificate
    /// The failures, with remedies.
    private(set) var findings: [String] = []
    private var lines: [String] = []

    init(_ certificate: Certificate) { self.certificate = certificate }

    var holds: Bool { findings.isEmpty }

    /// - Parameters:
    ///   - paths: the source.
    ///   - target: the output; empty to check only the source.
    ///   - jobs: the number of threads; it does not affect the result.
    mutating func run(_ paths: [String], target: [String], jobs: Int?) throws(CommandFailure) {
        let options = try options(paths, jobs), evidence = try remake(options), again = evidence.certificate,
            hasSameRules = certificate.rules == again.rules
        let isSource = compare("source", certificate.source, again.source)
        if !isSource {
            find(
                "source", certificate.source, again.source,
                "The source was edited, or it is a different one: name the data that was upgraded")
        }
        if hasSameRules {
            lines.append("rules   the same (\(again.rules.prefix(12))…)")
        } else {
            findRules(again, isTargetNamed: !target.isEmpty)
        }
        let isReproduced = isSource && hasSameRules && certificate.target == again.target
        if !target.isEmpty {
            let data = Data(options: options, target: target, order: evidence.order)
            findOthers(data)
            let written = Certificate.Side(try read(data))
            if !compare("target", certificate.target, written) {
                let record = isReproduced && data.isLasting ? try place(written, data) : nil
                find(
                    "target", certificate.target, written,
                    "The output was edited, or it comes from another run: restore it, or upgrade the source again",
                    record: record)
            }
        }
        guard isSource, hasSameRules else { return }
        if target.isEmpty || !isReproduced, !compare("target", certificate.target, again.target) {
            find(
                "target", certificate.target, again.target,
                "The source does not produce the certified output: the certificate was edited, or the program has a bug"
            )
        }
        compareReports(again)
    }

    private mutating func findRules(_ again: Certificate, isTargetNamed: Bool) {
        let (then, now) = (
            "\(certificate.rules.prefix(12))… (adapty-migrate \(certificate.tool))",
            "\(again.rules.prefix(12))… (\(again.tool))"
        )
        findings.append(
            "rules: the certificate was made with rules \(then); this program has \(now). Check it with that version"
                + (isTargetNamed ? "" : ", or name the output with --target"))
    }

    var text: String {
        let head =
            holds ? "the certificate holds" : "the certificate does not hold: \(Text.count(findings.count, "finding"))"
        return (lines.map { "  \($0)" } + findings.map { "  ✕ \(Terminal.printable($0))" } + [head]).joined(
            separator: "\n") + "\n"
    }

    /// The options of the upgrade, from the certificate.
    private func options(_ paths: [String], _ jobs: Int?) throws(CommandFailure) -> ConversionOptions {
        guard
            let options = try? ConversionOptions.from(
                certificate.options + (jobs.map { ["--jobs", String($0)] } ?? []) + ["--"] + paths)
        else {
            throw CommandFailure(
                .noInput,
                "the certificate names options that upgrade does not have; use an unchanged certificate, or the version of the tool that made it (\(certificate.tool))"
            )
        }
        return options
    }

    /// Upgrades the source again without writing anything.
    private func remake(_ options: ConversionOptions, watching watched: ClosedRange<Int>? = nil) throws(CommandFailure)
        -> RunEvidence
    {
        let instants = certificate.instants.compactMap(Instant.init(argument:))
        guard instants.count == certificate.instants.count else {
            throw CommandFailure(.noInput, "the certificate names an invalid instant; use an unchanged certificate")
        }
        let evidence = RunEvidence(options, instants: instants, isCertifying: true, watching: watched)
        _ = try ConversionRun(options, .upgrade, evidence: evidence, isQuiet: true).run()
        return evidence
    }

    /// Reads the output in the order of the source. It may be nested as deep as the source.
    private func read(_ data: Data, watching watched: ClosedRange<Int>? = nil) throws(CommandFailure) -> Witness {
        let depth = data.options.input.maxDepth
        var witness = Witness(isCertifying: true, maximumDepth: depth, watching: watched)
        for input in try written(data) {
            try witness.read(input, maximumDepth: depth, isWritten: true)
            _ = witness.finish()
        }
        return witness
    }

    private func written(_ data: Data) throws(CommandFailure) -> [Input] {
        guard let files = data.files else { return try InputList(data.target, format: nil).inputs }
        var inputs: [Input] = []
        for (path, layout) in files { inputs += try InputList([path], format: layout.written).inputs }
        return inputs
    }

    /// Finds files in the output folder that the run did not write.
    private mutating func findOthers(_ data: Data) {
        guard let folder = data.folder, let files = data.files else { return }
        let others = Set((try? InputList([folder], format: nil))?.inputs.compactMap(\.path) ?? []).subtracting(
            files.map(\.path)
        ).sorted()
        if let first = others.first {
            findings.append(
                "target: \(Text.amount(others.count, "file")) that the run did not write, the first is \(first): move them out of the folder"
            )
        }
    }

    /// The first record that differs, counted from 1. Both sides are read once more, and their leaves are kept around
    /// the difference.
    private func place(_ written: Certificate.Side, _ data: Data) throws(CommandFailure) -> Int {
        let (start, end) = certificate.target.sections.firstDifference(from: written.sections)
        let stretch = start...max(start, end ?? max(certificate.target.records, written.records))
        let expected = try remake(data.options, watching: stretch).leaves,
            found = try read(data, watching: stretch).tree?.leaves ?? []
        return start
            + (zip(expected, found).enumerated().first { $0.element.0 != $0.element.1 }?.offset
                ?? min(expected.count, found.count))
    }

    private mutating func compare(_ name: String, _ certified: Certificate.Side, _ now: Certificate.Side) -> Bool {
        guard certified.root == now.root, certified.records == now.records else { return false }
        lines.append(
            "\(Text.padded(name, 6))  \(Text.amount(now.records, "record")), as certified (root \(now.root.prefix(12))…)"
        )
        if certified != now {
            let bytes = "\(Text.grouped(certified.bytes)) bytes then, \(Text.grouped(now.bytes)) now"
            findings.append(
                "\(name): the records are as certified, but the white space between them differs (\(bytes)), or the certificate was edited"
            )
        }
        return true
    }

    /// - Parameter record: the first record that differs, if it is known.
    private mutating func find(
        _ name: String, _ certified: Certificate.Side, _ now: Certificate.Side, _ remedy: String, record: Int? = nil
    ) {
        let (start, end) = certified.sections.firstDifference(from: now.sections),
            last = end ?? max(certified.records, now.records)
        let place = record ?? (start >= last ? start : nil)
        let words =
            place.map { "is in record \(Text.grouped($0))" }
            ?? "is among records \(Text.grouped(start)) to \(Text.grouped(last))"
        findings.append(
            "\(name): \(Text.amount(certified.records, "record")) certified, \(Text.grouped(now.records)) now; the first difference \(words). \(remedy)"
        )
    }

    /// Compares counts, gates and exceptions. Places contain the names of inputs; if these names have changed, places
    /// are left out.
    private mutating func compareReports(_ again: Certificate) {
        let isRenamed = certificate.inputs != again.inputs
        let (then, now) =
            isRenamed
            ? (
                certificate.report.extract(Certificate.parts) { _ in "" },
                again.report.extract(Certificate.parts) { _ in "" }
            ) : (certificate.report, again.report)
        let differing = Certificate.parts.filter { section in
            // The names determine which rows are kept of many.
            isRenamed && then[section].othersTotal + now[section].othersTotal > 0
                ? then[section].total != now[section].total : then[section] != now[section]
        }
        for section in differing {
            findings.append(
                "\(section.rawValue): the certificate differs from the result on this data; it was edited, or the program has a bug"
            )
        }
        let report = certificate.report
        let (exact, same, rejected) = (
            report.count(.proof, "exact"), report.count(.gate, "same"), report.count(.records, "rejected")
        )
        lines.append(
            "gates   \(Text.grouped(exact)) taken back exactly, access the same in \(Text.grouped(same)), \(Text.grouped(rejected)) rejected"
        )
        lines.append(
            "        \(Text.amount(report[.exceptions].total, "exception")), \(Text.grouped(report[.losses].total)) losses"
        )
    }
}

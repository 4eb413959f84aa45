import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Checks a certificate against data: makes it again from the source, and reads the target where there is one.
struct CertificateCheck {
    /// What the certificate is held against.
    private struct Data {
        /// How the source is upgraded, and where it is.
        let options: ConversionOptions
        /// What was written.
        let target: [String]
        /// The inputs of the source in their order, and how each is laid out.
        let order: [(name: String, layout: Witness.Layout)]

        /// The folder that was written, where it is one.
        var folder: String? { target.count == 1 && FileStatus.of(target[0])?.isFolder == true ? target[0] : nil }

        /// What comes out of a pipe cannot be gone through twice; without a path it is standard input that is read.
        var isLasting: Bool {
            !options.input.paths.isEmpty
                && (options.input.paths + target).allSatisfy {
                    FileStatus.of($0).map { $0.isRegular || $0.isFolder } ?? false
                }
        }

        /// What the run wrote, each as its source is laid out; `nil` where that cannot be told.
        var files: [(path: String, layout: Witness.Layout)]? {
            // Of a record that was rejected alone in its file nothing was written.
            if let folder {
                return order.map { (Path.join(folder, $0.name), $0.layout) }.filter { FileStatus.of($0.0) != nil }
            }
            return target.count == order.count ? zip(target, order).map { ($0, $1.layout) } : nil
        }
    }

    private let certificate: Certificate
    /// What does not hold, and what to do about it.
    private(set) var findings: [String] = []
    private var lines: [String] = []

    init(_ certificate: Certificate) { self.certificate = certificate }

    var holds: Bool { findings.isEmpty }

    /// - Parameters:
    ///   - paths: the source.
    ///   - target: what was written; empty to judge by the source alone.
    ///   - jobs: threads to work with; they change nothing.
    mutating func run(_ paths: [String], target: [String], jobs: Int?) throws(CommandFailure) {
        let options = try options(paths, jobs), evidence = try remake(options), again = evidence.certificate,
            hasSameRules = certificate.rules == again.rules
        let isSource = compare("source", certificate.source, again.source)
        if !isSource {
            find(
                "source", certificate.source, again.source,
                "The source was edited, or is another one: take the data that was upgraded")
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
                    "What was written was edited, or is of another run: restore it, or upgrade the source again",
                    record: record)
            }
        }
        guard isSource, hasSameRules else { return }
        if target.isEmpty || !isReproduced, !compare("target", certificate.target, again.target) {
            find(
                "target", certificate.target, again.target,
                "The source does not give what was certified: the certificate was edited, or the program is at fault")
        }
        compareReports(again)
    }

    private mutating func findRules(_ again: Certificate, isTargetNamed: Bool) {
        let (then, now) = (
            "\(certificate.rules.prefix(12))… (adapty-migrate \(certificate.tool))",
            "\(again.rules.prefix(12))… (\(again.tool))"
        )
        findings.append(
            "rules: it was made under rules \(then), this program has \(now). Check it with that version"
                + (isTargetNamed ? "" : ", or name what was written with --target"))
    }

    var text: String {
        let head =
            holds ? "the certificate holds" : "the certificate does not hold: \(Text.count(findings.count, "finding"))"
        return (lines.map { "  \($0)" } + findings.map { "  ✕ \(Terminal.printable($0))" } + [head]).joined(
            separator: "\n") + "\n"
    }

    /// How the certificate says that the source is upgraded.
    private func options(_ paths: [String], _ jobs: Int?) throws(CommandFailure) -> ConversionOptions {
        guard
            let options = try? ConversionOptions.from(
                certificate.options + (jobs.map { ["--jobs", String($0)] } ?? []) + ["--"] + paths)
        else {
            throw CommandFailure(
                .noInput,
                "the certificate names options that upgrade does not have; take it unchanged, or the version of the tool that made it (\(certificate.tool))"
            )
        }
        return options
    }

    /// Upgrades the source again, and writes nothing.
    private func remake(_ options: ConversionOptions, watching watched: ClosedRange<Int>? = nil) throws(CommandFailure)
        -> RunEvidence
    {
        let instants = certificate.instants.compactMap(Instant.init(argument:))
        guard instants.count == certificate.instants.count else {
            throw CommandFailure(.noInput, "the certificate names an instant that is none; take it unchanged")
        }
        let evidence = RunEvidence(options, instants: instants, isCertifying: true, watching: watched)
        _ = try ConversionRun(options, .upgrade, evidence: evidence, isQuiet: true).run()
        return evidence
    }

    /// What was written, in the order in which the source was read. It may be as deep as the source.
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

    /// What lies in the folder that the run did not write.
    private mutating func findOthers(_ data: Data) {
        guard let folder = data.folder, let files = data.files else { return }
        let others = Set((try? InputList([folder], format: nil))?.inputs.compactMap(\.path) ?? []).subtracting(
            files.map(\.path)
        ).sorted()
        if let first = others.first {
            findings.append(
                "target: \(Text.amount(others.count, "file")) that the run did not write, first \(first): take them out of the folder"
            )
        }
    }

    /// The first record that is not what the source gives, from 1: both sides are gone through once more, and their
    /// leaves kept where the difference is.
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
                "\(name): the records are as certified, but not the white space between them (\(bytes)), or the certificate was edited"
            )
        }
        return true
    }

    /// - Parameter record: the first that differs, where it is known.
    private mutating func find(
        _ name: String, _ certified: Certificate.Side, _ now: Certificate.Side, _ remedy: String, record: Int? = nil
    ) {
        let (start, end) = certified.sections.firstDifference(from: now.sections),
            last = end ?? max(certified.records, now.records)
        let place = record ?? (start >= last ? start : nil)
        let words =
            place.map { "is record \(Text.grouped($0))" }
            ?? "is among records \(Text.grouped(start)) to \(Text.grouped(last))"
        findings.append(
            "\(name): \(Text.amount(certified.records, "record")) certified, \(Text.grouped(now.records)) now; the first that differs \(words). \(remedy)"
        )
    }

    /// Counts, gates and exceptions. Places are named by inputs: where those have other names than then, the places are
    /// compared without.
    private mutating func compareReports(_ again: Certificate) {
        let isRenamed = certificate.inputs != again.inputs
        let (then, now) =
            isRenamed
            ? (
                certificate.report.extract(Certificate.parts) { _ in "" },
                again.report.extract(Certificate.parts) { _ in "" }
            ) : (certificate.report, again.report)
        let differing = Certificate.parts.filter { section in
            // Which rows are kept of many depends on the names.
            isRenamed && then[section].othersTotal + now[section].othersTotal > 0
                ? then[section].total != now[section].total : then[section] != now[section]
        }
        for section in differing {
            findings.append(
                "\(section.rawValue): the certificate says other than the data gives; it was edited, or the program is at fault"
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

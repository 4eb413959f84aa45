import AdaptyMigration
import AdaptyMigrationFiles

/// Checks a certificate against data: makes it again from the source, and reads the target where there is one.
struct CertificateCheck {
    private let certificate: Certificate
    /// What does not hold, and what to do about it.
    private(set) var findings: [String] = []
    private var lines: [String] = []

    init(_ certificate: Certificate) { self.certificate = certificate }

    var holds: Bool { findings.isEmpty }

    /// - Parameters:
    ///   - paths: the source.
    ///   - target: what was written; `nil` to judge by the source alone.
    ///   - jobs: threads to work with; they change nothing.
    mutating func run(_ paths: [String], target: [String], jobs: Int?) throws(CommandFailure) {
        let again = try remake(paths, jobs)
        compare("source", certificate.source, again.source, "the source was edited, or is another one: take the data that was upgraded")
        let hasSameRules = certificate.rules == again.rules
        if hasSameRules { lines.append("rules   the same (\(again.rules.prefix(12))…)") } else {
            findings.append("rules: it was made under rules \(certificate.rules.prefix(12))… (adapty-migrate \(certificate.tool)), this program has \(again.rules.prefix(12))… (\(again.tool)); check it with that version"
                + (target.isEmpty ? ", or name what was written with --target" : ""))
        }
        if !target.isEmpty { compare("target", certificate.target, try read(target), "what was written was edited, or is of another run: restore it, or upgrade the source again") }
        guard hasSameRules, certificate.source == again.source else { return }
        if target.isEmpty { compare("target", certificate.target, again.target, "the certificate was edited, or the program is at fault: upgrade the source again and compare") }
        else if certificate.target != again.target { findings.append("target: the source does not give what was certified: the certificate was edited, or the program is at fault") }
        compareReports(again)
    }

    var text: String {
        let head = holds ? "the certificate holds" : "the certificate does not hold: \(Text.count(findings.count, "finding"))"
        return (lines.map { "  \($0)" } + findings.map { "  ✕ \(Terminal.printable($0))" } + [head]).joined(separator: "\n") + "\n"
    }

    private func remake(_ paths: [String], _ jobs: Int?) throws(CommandFailure) -> Certificate {
        let options = try ConversionOptions.from(certificate.options + (jobs.map { ["--jobs", String($0)] } ?? []) + ["--"] + paths)
        let instants = certificate.instants.compactMap(Instant.init(argument:))
        guard instants.count == certificate.instants.count else { throw CommandFailure(.noInput, "the certificate names an instant that is none; take it unchanged") }
        let evidence = RunEvidence(options, instants: instants, isCertifying: true)
        _ = try ConversionRun(options, .upgrade, evidence: evidence, isQuiet: true).run()
        return evidence.certificate
    }

    private func read(_ paths: [String]) throws(CommandFailure) -> Certificate.Side {
        let depth = InputOptions.usualDepth
        var witness = Witness(isCertifying: true, maximumDepth: depth)
        for input in try InputList(paths, format: nil).inputs where !input.name.hasSuffix(InputFormat.rejectsSuffix) {
            try witness.read(input, maximumDepth: depth)
            _ = witness.finish()
        }
        return Certificate.Side(witness)
    }

    private mutating func compare(_ name: String, _ certified: Certificate.Side, _ now: Certificate.Side, _ remedy: String) {
        let padded = Text.padded(name, 6)
        guard certified.root != now.root || certified.records != now.records else {
            lines.append("\(padded)  \(Text.amount(now.records, "record")), as certified (root \(now.root.prefix(12))…)")
            if certified != now { findings.append("\(name): the records are as certified, and the certificate's own notes about them are not: it was edited") }
            return
        }
        var text = "\(name): \(Text.amount(certified.records, "record")) certified, \(Text.grouped(now.records)) now"
        if let place = certified.sections.firstDifference(from: now.sections) {
            text += place.count == 1 ? "; the first that differs is record \(Text.grouped(place.lowerBound))"
                : "; the first that differs is among records \(Text.grouped(place.lowerBound)) to \(Text.grouped(place.upperBound))"
        } else if certified.records != now.records {
            text += "; they agree as far as both go"
        } else {
            text += "; the difference is in the last \(Text.amount(max(1, now.records % now.sections.size), "record"))"
        }
        findings.append("\(text). \(remedy)")
    }

    /// Counts, gates and exceptions. Places are named by inputs, so they are compared where those have the same names.
    private mutating func compareReports(_ again: Certificate) {
        let differing = Certificate.parts.filter { section in
            section.columns.contains("source") && certificate.inputs != again.inputs ? false : certificate.report[section] != again.report[section]
        }
        for section in differing { findings.append("\(section.rawValue): the certificate says other than the data gives; it was edited, or the program is at fault") }
        let report = certificate.report
        lines.append("gates   \(Text.grouped(report.count(.proof, "exact"))) taken back exactly, access the same in \(Text.grouped(report.count(.gate, "same"))), \(Text.grouped(report.count(.records, "rejected"))) rejected")
        lines.append("        \(Text.amount(report[.exceptions].total, "exception")), \(Text.grouped(report[.losses].total)) losses")
    }
}

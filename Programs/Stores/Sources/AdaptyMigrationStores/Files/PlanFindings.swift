import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Collects the findings for the records of one file.
final class PlanFindings {
    private let path: String
    private(set) var bytesBefore = 0, bytesAfter = 0
    private(set) var rejects: [String: Int] = [:]
    private(set) var examples: [String: String] = [:]
    private(set) var accessDifferences: [String] = []

    init(_ path: String) { self.path = path }

    func add(_ record: [UInt8], _ new: [UInt8]?) {
        bytesBefore += record.count
        bytesAfter += new?.count ?? record.count
    }

    func add(_ reject: Reject) {
        bytesBefore += reject.record.count
        bytesAfter += reject.record.count
        let code = reject.error.code.rawValue, sentence = "\(reject.position.described(in: path)): \(reject.error)"
        rejects[code, default: 0] += 1
        if examples[code] == nil { examples[code] = sentence }
        if reject.error.code == .accessChanged { accessDifferences.append(sentence) }
    }
}

extension PlanReport {
    mutating func add(_ converter: any RecordConverter) {
        kinds.merge(converter.kinds, uniquingKeysWith: +)
        for (action, count) in converter.ledger { ledger[action.rawValue, default: 0] += count }
    }

    mutating func add(_ counts: FileCounts, _ findings: PlanFindings) {
        rows += counts.changed + counts.unchanged + counts.rejected
        changed += counts.changed
        bytesBefore += findings.bytesBefore
        bytesAfter += findings.bytesAfter
        rejects.merge(findings.rejects, uniquingKeysWith: +)
        examples.merge(findings.examples) { first, _ in first }
        accessDifferences += findings.accessDifferences
    }
}

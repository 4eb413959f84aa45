/// One file of `Tests/Conformance`; its README says what the folders mean.
struct ConformanceCase: Sendable, CustomStringConvertible {
    enum Verdict: String, CaseIterable {
        case accept, refuse
        case refuseByChoice = "refuse-by-choice"
        case lines
    }

    let verdict: Verdict
    let name: String
    let bytes: [UInt8]

    var description: String { name }

    private init?(_ path: String) {
        guard let verdict = Verdict(rawValue: String(path.prefix { $0 != "/" })),
            let bytes = try? FixtureTree.conformance.read(path)
        else { return nil }
        (self.verdict, name, self.bytes) = (verdict, path, bytes)
    }

    static let all = FixtureTree.conformance.paths.compactMap(ConformanceCase.init)
    static let accepted = all.filter { $0.verdict == .accept }
    static let refused = all.filter { $0.verdict != .accept }

    /// The case as the value of a member of a record that an upgrade changes: `is_one_time` gets a new name.
    func member(_ name: String) -> [UInt8] {
        Array(#"{"profile_id":"p","non_subscriptions":{"c":[{"purchase_id":"1","is_one_time":0}]},"\#(name)":"#.utf8)
            + bytes + Array(#","subscriptions":null}"#.utf8)
    }
}

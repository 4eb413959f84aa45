/// An object whose members were looked at.
struct GatheredObject {
    let node: Int
    let rules: UnsafePointer<TableRules>
    /// The positions of its pieces.
    let pieces: Range<Int>
    /// What the source does not say.
    let added: [Addition]
    /// A value from outside, and whether no member is there for it.
    let given: Given?
    let isInserted: Bool

    /// The row of a rule.
    func row(_ rule: UnsafePointer<MemberRule>) -> Row { rules.pointee.rows[Int(rule.pointee.row)] }

    /// The names that lead to its field in the target.
    func target(_ rule: UnsafePointer<MemberRule>) -> [String] {
        rules.pointee.targets[Int(rule.pointee.row)] ?? []
    }
}

/// A field that the source does not say, or says as null.
struct Addition {
    let row: Int
    /// The names that lead to it in the target.
    let target: [String]
    /// The object in the target that contains the field; empty for none.
    let holder: Text
    let value: [UInt8]
    /// Whether it takes the place of a null.
    let isInPlace: Bool
    let action: Ledger.Action
    let note: String

    /// Whether it comes into an object of a name.
    func isIn(_ holder: Text) -> Bool { !isInPlace && target.count > 1 && self.holder == holder }
}

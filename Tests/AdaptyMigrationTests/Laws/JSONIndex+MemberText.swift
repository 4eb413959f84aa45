@testable import AdaptyMigrationCore

extension JSONIndex {
    /// A member's name, colon and value.
    func text(_ member: Member) -> [UInt8] {
        [UInt8](bytes[Int(nodes[member.name].start)..<Int(nodes[member.value].end)])
    }
}

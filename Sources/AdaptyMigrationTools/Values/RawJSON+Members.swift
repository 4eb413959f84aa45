import AdaptyMigrationCore
import AdaptyMigrationModels

extension RawJSON {
    /// The members of an object, and the last one of a repeated name; `nil` for any other value.
    @_spi(Tools) public var members: [String: RawJSON]? {
        guard index.kind(node) == .object else { return nil }
        let members = index.members(node).map { (index.name($0.name), RawJSON(index, $0.value)) }
        return Dictionary(members) { _, last in last }
    }
}

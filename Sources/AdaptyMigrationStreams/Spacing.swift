import AdaptyMigrationAccess
import AdaptyMigrationCore

/// The two ways in which programs write JSON in one line: `{"a":1,"b":2}`, and `{"a": 1, "b": 2}` as Python and
/// PostgreSQL do.
enum Spacing: CaseIterable {
    case compact, spaced

    var colon: String { self == .compact ? ":" : ": " }
    var comma: String { self == .compact ? "," : ", " }

    /// That of the colon before a value; every other white space needs the general path.
    static func before(_ value: Int, _ bytes: ByteView) throws(Detour) -> Spacing {
        if bytes[value &- 1] == 0x3A { return .compact }
        guard bytes[value &- 1] == 0x20, bytes[value &- 2] == 0x3A else { throw .general }
        return .spaced
    }
}

/// One thing for each ``Spacing``.
struct Spaced<Form> {
    private let compact: Form, spaced: Form

    init(_ form: (Spacing) -> Form) { (compact, spaced) = (form(.compact), form(.spaced)) }

    subscript(spacing: Spacing) -> Form { spacing == .compact ? compact : spaced }

    func forEach(_ body: (Form) -> Void) {
        body(compact)
        body(spaced)
    }
}

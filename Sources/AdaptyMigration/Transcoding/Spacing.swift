/// The two ways in which programs write JSON in one line: `{"a":1,"b":2}`, and `{"a": 1, "b": 2}` as Python and PostgreSQL do.
enum Spacing: CaseIterable {
    case none, spaced

    var colon: String { self == .none ? ":" : ": " }
    var comma: String { self == .none ? "," : ", " }

    /// That of the colon before a value; every other white space needs the general path.
    static func before(_ value: Int, _ bytes: ByteView) throws(Detour) -> Spacing {
        if bytes[value &- 1] == 0x3A { return .none }
        guard bytes[value &- 1] == 0x20, bytes[value &- 2] == 0x3A else { throw .general }
        return .spaced
    }
}

/// One thing for each ``Spacing``.
struct Spaced<Form> {
    private let none: Form, spaced: Form

    init(_ form: (Spacing) -> Form) { (none, spaced) = (form(.none), form(.spaced)) }

    subscript(spacing: Spacing) -> Form { spacing == .none ? none : spaced }

    func forEach(_ body: (Form) -> Void) {
        body(none)
        body(spaced)
    }
}

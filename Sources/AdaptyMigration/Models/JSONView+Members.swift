extension JSONView {
    /// The member of an object, of several of one name the last; `nil` when there is none.
    public subscript(name: String) -> JSONView? {
        kind == .object ? index.member(node, name).map { JSONView(index: index, node: $0) } : nil
    }

    /// The elements of an array; `nil` for any other value.
    public var elements: [JSONView]? {
        kind == .array ? index.elements(node).map { JSONView(index: index, node: $0) } : nil
    }

    /// A number that is written as an integer and fits; `nil` for any other value.
    public var integer: Int? { kind == .number ? Int(String(decoding: index.raw(node), as: UTF8.self)) : nil }
}

/// Values by name, in the order in which the names were first given: the order of the document they speak of.
struct NamedList<Value: Sendable>: Sendable {
    private(set) var names: [String] = []
    private var values: [ExactText: Value] = [:]

    var isEmpty: Bool { names.isEmpty }

    /// Giving a new name appends it; giving `nil` changes nothing.
    subscript(name: String) -> Value? {
        get { values[ExactText(name)] }
        set {
            guard let newValue else { return }
            if values.updateValue(newValue, forKey: ExactText(name)) == nil { names.append(name) }
        }
    }

    /// The pairs in order.
    func map<T>(_ transform: (String, Value) -> T) -> [T] {
        names.compactMap { name in self[name].map { transform(name, $0) } }
    }
}

extension Meaning {
    /// The member of that name; `nil` when there is none, or no object.
    subscript(name: String) -> Meaning? {
        get {
            guard case .object(let members) = self else { return nil }
            return members[Array(name.utf8)]
        }
        set {
            guard case .object(var members) = self else { return }
            members[Array(name.utf8)] = newValue
            self = .object(members)
        }
    }

    mutating func remove(_ name: String) -> Meaning? {
        let value = self[name]
        self[name] = nil
        return value
    }

    func mapMembers(_ transform: (Meaning) -> Meaning) -> Meaning {
        guard case .object(let members) = self else { return self }
        return .object(members.mapValues(transform))
    }

    func mapElements(_ transform: (Meaning) -> Meaning) -> Meaning {
        guard case .list(let elements) = self else { return self }
        return .list(elements.map(transform))
    }
}

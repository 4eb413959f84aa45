/// A field of a document is in one of three states, and all three survive every conversion.
public enum Presence<Value> {
    /// The member is not there.
    case absent
    /// The member is there and `null`.
    case null
    case value(Value)

    /// The value; `nil` both for ``absent`` and for ``null``.
    public var value: Value? {
        guard case .value(let value) = self else { return nil }
        return value
    }
}

extension Presence: Sendable where Value: Sendable {}
extension Presence: Equatable where Value: Equatable {}
extension Presence: Hashable where Value: Hashable {}

/// A stored property of a model: `level.isActive` is its value or `nil`, `level.$isActive` tells absent from null.
@propertyWrapper
public struct Field<Value: ModelValue>: Sendable, Hashable {
    public var projectedValue: Presence<Value>

    public init() { projectedValue = .absent }

    public init(wrappedValue: Value?) {
        projectedValue = wrappedValue.map(Presence.value) ?? .absent
    }

    /// Setting `nil` removes the member; set `$field = .null` to write `null`.
    public var wrappedValue: Value? {
        get { projectedValue.value }
        set { projectedValue = newValue.map(Presence.value) ?? .absent }
    }
}

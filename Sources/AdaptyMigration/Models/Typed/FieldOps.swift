/// What the typed path does with one field, by the address of its ``Presence``. Made once per field where the type of
/// the value is known, so that the code behind each function is specialised for it.
struct FieldOps: Sendable {
    /// The type of the value.
    let type: ObjectIdentifier
    let shape: ValueShape
    let leaf: Leaf
    let isNull: @Sendable (UnsafeRawPointer) -> Bool
    let isAbsent: @Sendable (UnsafeRawPointer) -> Bool
    /// Reads the value at the reader's position; false when it is of another type or the reader declined.
    let read: @Sendable (inout TypedReader, UnsafeMutableRawPointer, DecodePlan?) -> Bool
    /// Writes the member; false when it is absent.
    let write: @Sendable (UnsafeRawPointer, inout TypedWriter, _ key: UnsafeBufferPointer<UInt8>, EncodePlan?) -> Bool
    /// Copies the field to one of the same type.
    let copy: @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
    /// Hands the address of the value, if there is one, to the body; a field that is null or absent is set so by the
    /// caller.
    let withValue: @Sendable (UnsafeRawPointer, (UnsafeRawPointer) -> Bool) -> Bool
    let setNull: @Sendable (UnsafeMutableRawPointer) -> Void
    /// Sets the field from the value at an address, of another type and shape; false when the general path has to.
    let convert: @Sendable (UnsafeRawPointer, ValueShape, UnsafeMutableRawPointer) -> Bool

    init<Value: TypedValue>(_ value: Value.Type) {
        typealias Content = Presence<Value>
        type = ObjectIdentifier(value)
        shape = Value.shape
        leaf = Leaf(value)
        isNull = { FieldAccess<Value>.isNull($0) }
        isAbsent = { FieldAccess<Value>.isAbsent($0) }
        read = { FieldAccess<Value>.read(&$0, $1, $2) }
        write = { FieldAccess<Value>.write($0, &$1, $2, $3) }
        copy = { FieldAccess<Value>.copy($0, $1) }
        withValue = { field, body in
            guard case .value(let value) = field.assumingMemoryBound(to: Content.self).pointee else { return false }
            return withUnsafePointer(to: value) { body(UnsafeRawPointer($0)) }
        }
        setNull = { FieldAccess<Value>.setNull($0) }
        convert = { source, shape, field in
            guard let value = Value.convert(source, shape) else { return false }
            field.assumingMemoryBound(to: Content.self).pointee = .value(value)
            return true
        }
    }
}

/// A field by the address of its ``Presence``.
///
/// **Contract.** The address is that of an initialised `Presence<Value>`, or of one of the same layout (see ``Leaf``),
/// inside a model that the caller holds; ``RecordLayout`` is the only source of offsets.
enum FieldAccess<Value: TypedValue> {
    typealias Content = Presence<Value>

    @inline(__always)
    static func presence(_ field: UnsafeRawPointer) -> Content { field.assumingMemoryBound(to: Content.self).pointee }

    @inline(__always)
    static func isNull(_ field: UnsafeRawPointer) -> Bool {
        if case .null = field.assumingMemoryBound(to: Content.self).pointee { true } else { false }
    }

    @inline(__always)
    static func isAbsent(_ field: UnsafeRawPointer) -> Bool {
        if case .absent = field.assumingMemoryBound(to: Content.self).pointee { true } else { false }
    }

    /// Reads the value at the reader's position; false when it is of another type or the reader declined.
    @inline(__always)
    static func read(_ reader: inout TypedReader, _ field: UnsafeMutableRawPointer, _ plan: DecodePlan?) -> Bool {
        let field = field.assumingMemoryBound(to: Content.self)
        if reader.byte == 0x6E {
            guard reader.literal() else { return reader.decline() }
            field.pointee = .null
            return true
        }
        guard let value = Value.read(&reader, plan) else { return false }
        field.pointee = .value(value)
        return true
    }

    /// Writes the member; false when it is absent.
    @inline(__always)
    static func write(
        _ field: UnsafeRawPointer, _ writer: inout TypedWriter, _ key: UnsafeBufferPointer<UInt8>, _ plan: EncodePlan?
    ) -> Bool {
        switch field.assumingMemoryBound(to: Content.self).pointee {
        case .absent: return false
        case .null:
            writer.append(key: key)
            writer.append("null")
        case .value(let value):
            writer.append(key: key)
            value.write(&writer, plan)
        }
        return true
    }

    /// Copies the field to one of the same type.
    @inline(__always)
    static func copy(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
        target.assumingMemoryBound(to: Content.self).pointee = source.assumingMemoryBound(to: Content.self).pointee
    }

    @inline(__always)
    static func setNull(_ field: UnsafeMutableRawPointer) {
        field.assumingMemoryBound(to: Content.self).pointee = .null
    }
}

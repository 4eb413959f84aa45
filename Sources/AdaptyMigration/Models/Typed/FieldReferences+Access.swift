/// What the typed path does with the field at a position of a model at an address.
///
/// **Contract.** The address is that of an initialised model of this layout; positions are checked.
extension RecordLayout.FieldReferences {
    @inline(__always)
    func isAbsent(_ position: Int, _ model: UnsafeRawPointer) -> Bool {
        let field = model + offset(position)
        return switch leaf(position) {
        case .text: FieldAccess<String>.isAbsent(field)
        case .flag: FieldAccess<Bool>.isAbsent(field)
        case .date: FieldAccess<Timestamp>.isAbsent(field)
        case .number: FieldAccess<JSONNumber>.isAbsent(field)
        case .raw: FieldAccess<RawJSON>.isAbsent(field)
        case .other: self[position].ops.isAbsent(field)
        }
    }

    func isNull(_ position: Int, _ model: UnsafeRawPointer) -> Bool {
        self[position].ops.isNull(model + offset(position))
    }

    @inline(__always)
    func read(
        _ position: Int, _ reader: inout TypedReader, _ model: UnsafeMutableRawPointer,
        _ plan: @autoclosure () -> DecodePlan?
    ) -> Bool {
        let field = model + offset(position)
        return switch leaf(position) {
        case .text: FieldAccess<String>.read(&reader, field, nil)
        case .flag: FieldAccess<Bool>.read(&reader, field, nil)
        case .date: FieldAccess<Timestamp>.read(&reader, field, nil)
        case .number: FieldAccess<JSONNumber>.read(&reader, field, nil)
        case .raw: FieldAccess<RawJSON>.read(&reader, field, nil)
        case .other: self[position].ops.read(&reader, field, plan())
        }
    }

    @inline(__always)
    func write(
        _ position: Int, _ model: UnsafeRawPointer, _ writer: inout TypedWriter, _ key: UnsafeBufferPointer<UInt8>,
        _ plan: @autoclosure () -> EncodePlan?
    ) -> Bool {
        let field = model + offset(position)
        return switch leaf(position) {
        case .text: FieldAccess<String>.write(field, &writer, key, nil)
        case .flag: FieldAccess<Bool>.write(field, &writer, key, nil)
        case .date: FieldAccess<Timestamp>.write(field, &writer, key, nil)
        case .number: FieldAccess<JSONNumber>.write(field, &writer, key, nil)
        case .raw: FieldAccess<RawJSON>.write(field, &writer, key, nil)
        case .other: self[position].ops.write(field, &writer, key, plan())
        }
    }

    /// The member's JSON text; `nil` when it is absent, or the general path has to write it.
    func lexeme(_ position: Int, _ model: UnsafeRawPointer) -> Lexeme? {
        if leaf(position) == .text, case .value(let text) = FieldAccess<String>.presence(model + offset(position)) {
            return Lexeme(quoting: text)
        }
        var writer = TypedWriter()
        guard write(position, model, &writer, UnsafeBufferPointer(start: nil, count: 0), nil), !writer.isDeclined else {
            return nil
        }
        return Lexeme(writer.written(from: 0))
    }

    /// Copies a field to one of the same type.
    @inline(__always)
    func copy(_ position: Int, _ field: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
        switch leaf(position) {
        case .text: FieldAccess<String>.copy(field, target)
        case .flag: FieldAccess<Bool>.copy(field, target)
        case .date: FieldAccess<Timestamp>.copy(field, target)
        case .number: FieldAccess<JSONNumber>.copy(field, target)
        case .raw: FieldAccess<RawJSON>.copy(field, target)
        case .other: self[position].ops.copy(field, target)
        }
    }
}

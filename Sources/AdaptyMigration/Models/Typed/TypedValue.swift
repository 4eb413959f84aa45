/// A value that the typed path reads from bytes and writes to bytes without an index between.
protocol TypedValue: ModelValue {
    /// Reads the value at the reader's position. `nil` when it is of another type, with nothing read, or when the
    /// reader declined.
    static func read(_ reader: inout TypedReader, _ plan: DecodePlan?) -> Self?

    func write(_ writer: inout TypedWriter, _ plan: EncodePlan?)

    /// How the records inside are reached.
    static var shape: ValueShape { get }

    /// The value from the one at `source`, which has the other shape; `nil` when the general path has to convert it.
    static func convert(_ source: UnsafeRawPointer, _ shape: ValueShape) -> Self?
}

/// Where the records are inside a value, so that two sides of a conversion can meet without knowing each other's types.
indirect enum ValueShape: Sendable {
    case leaf
    case record(RecordLayout)
    case array(@Sendable (UnsafeRawPointer, (UnsafeRawPointer) -> Bool) -> Bool, ValueShape)
    case dictionary(@Sendable (UnsafeRawPointer, (String, UnsafeRawPointer) -> Bool) -> Bool, ValueShape)

    /// The layout of the innermost record; `nil` for leaves.
    var layout: RecordLayout? {
        switch self {
        case .leaf: nil
        case .record(let layout): layout
        case .array(_, let element), .dictionary(_, let element): element.layout
        }
    }
}

extension TypedValue {
    static var shape: ValueShape { .leaf }
    static func convert(_ source: UnsafeRawPointer, _ shape: ValueShape) -> Self? { nil }
}

extension String: TypedValue {
    static func read(_ reader: inout TypedReader, _ plan: DecodePlan?) -> String? {
        guard reader.byte == 0x22 else { return nil }
        guard let text = reader.string() else {
            reader.isDeclined = true
            return nil
        }
        return reader.decode(text)
    }

    func write(_ writer: inout TypedWriter, _ plan: EncodePlan?) { writer.append(text: self) }
}

extension OpenVocabulary {
    static func read(_ reader: inout TypedReader, _ plan: DecodePlan?) -> Self? {
        String.read(&reader, plan).map { Self(rawValue: $0) }
    }

    func write(_ writer: inout TypedWriter, _ plan: EncodePlan?) { writer.append(text: rawValue) }
}

extension Store: TypedValue {}
extension OfferType: TypedValue {}
extension CancellationReason: TypedValue {}
extension AdaptyEligibility: TypedValue {}
extension AdaptyPeriodUnit: TypedValue {}
extension EventName: TypedValue {}

extension Bool: TypedValue {
    static func read(_ reader: inout TypedReader, _ plan: DecodePlan?) -> Bool? {
        let lead = reader.byte
        guard lead == 0x74 || lead == 0x66 else { return nil }
        guard reader.literal() else {
            reader.isDeclined = true
            return nil
        }
        return lead == 0x74
    }

    func write(_ writer: inout TypedWriter, _ plan: EncodePlan?) { writer.append(self ? "true" : "false") }
}

extension TypedReader {
    /// The bytes of a number.
    fileprivate mutating func numberToken() -> Lexeme? {
        guard byte == 0x2D || byte >= 0x30 && byte <= 0x39 else { return nil }
        let start = position
        guard number() else {
            isDeclined = true
            return nil
        }
        return lexeme(from: start)
    }

    /// The bytes of a string with its quotes.
    fileprivate mutating func stringToken() -> Lexeme? {
        guard byte == 0x22 else { return nil }
        let start = position
        guard string() != nil else {
            isDeclined = true
            return nil
        }
        return lexeme(from: start)
    }
}

extension Timestamp: TypedValue {
    static func read(_ reader: inout TypedReader, _ plan: DecodePlan?) -> Timestamp? {
        (reader.byte == 0x22 ? reader.stringToken() : reader.numberToken()).map { Timestamp(token: $0) }
    }

    func write(_ writer: inout TypedWriter, _ plan: EncodePlan?) { writer.append(lexeme) }
}

extension JSONNumber: TypedValue {
    static func read(_ reader: inout TypedReader, _ plan: DecodePlan?) -> JSONNumber? {
        reader.numberToken().map { JSONNumber(token: $0) }
    }

    /// A number from an infinite literal is no JSON.
    func write(_ writer: inout TypedWriter, _ plan: EncodePlan?) { writer.append(unchecked: lexeme) }
}

extension RawJSON: TypedValue {
    static func read(_ reader: inout TypedReader, _ plan: DecodePlan?) -> RawJSON? {
        let start = reader.position
        guard reader.skipValue() else {
            reader.isDeclined = true
            return nil
        }
        return RawJSON(token: reader.lexeme(from: start))
    }

    /// Valid by itself, but maybe too deep at its new place.
    func write(_ writer: inout TypedWriter, _ plan: EncodePlan?) { writer.append(unchecked: lexeme) }
}

extension AdaptyRemoteConfig: TypedValue {
    static func read(_ reader: inout TypedReader, _ plan: DecodePlan?) -> AdaptyRemoteConfig? {
        guard reader.byte == 0x7B else { return nil }
        let start = reader.position
        guard reader.skipValue(), let index = try? JSONScanner.index(reader.bytes(from: start)) else {
            reader.isDeclined = true
            return nil
        }
        return AdaptyRemoteConfig(json: JSONView(index: index, node: 0))
    }

    func write(_ writer: inout TypedWriter, _ plan: EncodePlan?) {
        json.withUnsafeBufferPointer { writer.append(unchecked: $0) }
    }
}

extension Array: TypedValue where Element: TypedValue {
    static func read(_ reader: inout TypedReader, _ plan: DecodePlan?) -> [Element]? {
        guard reader.take(0x5B) else { return nil }
        var elements: [Element] = []
        reader.skipSpace()
        if reader.take(0x5D) { return elements }
        while let element = Element.read(&reader, plan) {
            elements.append(consume element)
            guard let goesOn = reader.comma(closing: 0x5D) else { break }
            if !goesOn { return elements }
        }
        reader.isDeclined = true
        return nil
    }

    func write(_ writer: inout TypedWriter, _ plan: EncodePlan?) {
        writer.append(0x5B as UInt8)
        for position in indices {
            if position > 0 { writer.append(0x2C as UInt8) }
            self[position].write(&writer, plan)
        }
        writer.append(0x5D as UInt8)
    }

    static var shape: ValueShape {
        .array(
            { array, body in
                array.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { elements in
                    guard var address = elements.baseAddress else { return true }
                    for _ in 0..<elements.count {
                        guard body(UnsafeRawPointer(address)) else { return false }
                        address += 1
                    }
                    return true
                }
            }, Element.shape)
    }

    static func convert(_ source: UnsafeRawPointer, _ shape: ValueShape) -> [Element]? {
        guard case .array(let forEach, let inner) = shape else { return nil }
        var elements: [Element] = []
        let isDone = forEach(source) { address in
            guard let element = Element.convert(address, inner) else { return false }
            elements.append(consume element)
            return true
        }
        return isDone ? elements : nil
    }
}

extension Dictionary: TypedValue where Key == String, Value: TypedValue {
    static func read(_ reader: inout TypedReader, _ plan: DecodePlan?) -> [String: Value]? {
        guard reader.take(0x7B) else { return nil }
        reader.skipSpace()
        if reader.take(0x7D) { return [:] }
        // Attributes are several and small. Records are few and large, and growing costs less than being made for a
        // capacity.
        var entries: [String: Value] = MemoryLayout<Value>.size > 64 ? [:] : [String: Value](minimumCapacity: 8)
        while let name = reader.string(), reader.colon(), let value = Value.read(&reader, plan) {
            entries[reader.decode(name)] = consume value
            guard let goesOn = reader.comma(closing: 0x7D) else { break }
            if !goesOn { return entries }
        }
        reader.isDeclined = true
        return nil
    }

    /// Sorted by key, so that equal values give equal bytes.
    func write(_ writer: inout TypedWriter, _ plan: EncodePlan?) {
        writer.append(0x7B as UInt8)
        func append(_ index: Index) {
            writer.append(text: keys[index])
            writer.append(0x3A as UInt8)
            values[index].write(&writer, plan)
        }
        switch count {
        case 0: break
        case 1: append(startIndex)
        case 2:
            // The usual numbers need no array to be sorted in.
            let one = startIndex, other = index(after: one), isSorted = keys[one] < keys[other]
            append(isSorted ? one : other)
            writer.append(0x2C as UInt8)
            append(isSorted ? other : one)
        default:
            var isFirst = true
            for index in indices.sorted(by: { keys[$0] < keys[$1] }) {
                if !isFirst { writer.append(0x2C as UInt8) }
                isFirst = false
                append(index)
            }
        }
        writer.append(0x7D as UInt8)
    }

    static var shape: ValueShape {
        .dictionary(
            { dictionary, body in
                for (key, value) in dictionary.assumingMemoryBound(to: [String: Value].self).pointee {
                    let goesOn = withUnsafePointer(to: value) { body(key, UnsafeRawPointer($0)) }
                    guard goesOn else { return false }
                }
                return true
            }, Value.shape)
    }

    static func convert(_ source: UnsafeRawPointer, _ shape: ValueShape) -> [String: Value]? {
        guard case .dictionary(let forEach, let inner) = shape else { return nil }
        var entries: [String: Value] = [:]
        let isDone = forEach(source) { key, address in
            guard let value = Value.convert(address, inner) else { return false }
            entries[key] = consume value
            return true
        }
        return isDone ? entries : nil
    }
}

/// Splits a stream of bytes into records.
///
/// Worked example, `[ {"a":"]"}, 1 ]`: the bracket marks an array, so a record ends before a comma or bracket that is
/// outside strings and inner brackets: `{"a":"]"}` and `1`. A file whose first line consists of complete values is
/// NDJSON, and its records are its lines. Any other file is a sequence of values.
struct RecordSplitter {
    private enum Form {
        case lines, values, array
    }

    private var form: Form?
    /// The bytes that were not returned yet.
    private var bytes: [UInt8] = []
    /// The start of the current record, and the position up to which it was scanned.
    private var start = 0
    private var position = 0
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    mutating func add(_ more: ArraySlice<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            position -= start
            start = 0
        }
        bytes += more
    }

    /// The next record; `nil` when more bytes are needed or no record is left.
    mutating func next(isAtEnd: Bool) -> ArraySlice<UInt8>? {
        guard let form = form ?? recognise(isAtEnd) else { return nil }
        self.form = form
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if form == .lines {
                if byte == 0x0A, let record = record(endingAt: position - 1) { return record }
            } else if isRecordEnd(byte, form),
                let record = record(endingAt: depth == 0 && form == .values ? position : position - 1)
            {
                return record
            }
        }
        return isAtEnd ? record(endingAt: bytes.count) : nil
    }

    /// Whether a record ends at this byte. The array's comma and bracket are not part of a record.
    private mutating func isRecordEnd(_ byte: UInt8, _ form: Form) -> Bool {
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == 0x5C {
                isEscaped = true
            } else if byte == 0x22 {
                isInString = false
            }
            return false
        }
        switch byte {
        case 0x22: isInString = true
        case 0x5B, 0x7B: depth += 1
        case 0x5D, 0x7D:
            if form == .array, depth == 0 { return true }
            depth -= 1
            return form == .values && depth == 0
        case 0x2C: return form == .array && depth == 0
        default: break
        }
        return false
    }

    /// The bytes from the record's start to here without white space; `nil` when there are none.
    private mutating func record(endingAt end: Int) -> ArraySlice<UInt8>? {
        var record = bytes[start..<end]
        start = position
        while let first = record.first, RecordSplitter.isSpace(first) { record.removeFirst() }
        while let last = record.last, RecordSplitter.isSpace(last) { record.removeLast() }
        return record.isEmpty ? nil : record
    }

    /// Recognises the form of the file from its beginning; `nil` when more bytes are needed.
    private mutating func recognise(_ isAtEnd: Bool) -> Form? {
        guard isAtEnd || bytes.count >= 3 else { return nil }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        guard let first = bytes.firstIndex(where: { !RecordSplitter.isSpace($0) }) else {
            return isAtEnd ? .lines : nil
        }
        if bytes[first] == 0x5B {
            start = first + 1
            position = start
            return .array
        }
        guard let end = bytes[first...].firstIndex(of: 0x0A) else { return isAtEnd ? .values : nil }
        var line = RecordSplitter()
        let isWhole = bytes[first..<end].reduce(into: false) { $0 = line.isRecordEnd($1, .values) || $0 }
        return isWhole && line.depth == 0 && !line.isInString ? .lines : .values
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}

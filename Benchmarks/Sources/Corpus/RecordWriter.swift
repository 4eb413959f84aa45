/// Writes JSON text into a byte buffer. Values are written as text, so that number literals, escapes and white space
/// are exactly what a migration has to keep.
struct RecordWriter {
    var bytes: [UInt8] = []
    /// Some senders write a space after `,` and `:`.
    var isSpaced = false
    /// Which of four stable orders this sender writes the members of entries in.
    var order = 0
    private var entryStart = 0
    private var memberStarts: [Int] = []

    mutating func raw(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func raw(_ text: [UInt8]) { bytes.append(contentsOf: text) }

    mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    mutating func integer(_ value: Int) {
        if value < 0 { bytes.append(0x2D) }
        digits(value.magnitude, 1)
    }

    /// At least `width` digits.
    mutating func digits(_ value: UInt, _ width: Int) {
        let start = bytes.count
        var rest = value
        repeat {
            bytes.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        while bytes.count - start < width { bytes.append(0x30) }
        bytes[start...].reverse()
    }

    /// The comma, where one is due.
    mutating func separate() {
        guard let last = bytes.last, last != 0x7B, last != 0x5B else { return }
        bytes.append(0x2C)
        if isSpaced { bytes.append(0x20) }
    }

    mutating func name(_ name: StaticString) {
        separate()
        memberStarts.append(bytes.count)
        bytes.append(0x22)
        raw(name)
        colon()
    }

    mutating func name(_ name: [UInt8]) {
        separate()
        bytes.append(0x22)
        raw(name)
        colon()
    }

    private mutating func colon() {
        bytes.append(0x22)
        bytes.append(0x3A)
        if isSpaced { bytes.append(0x20) }
    }

    /// Opens an object whose members `closeEntry` brings into the sender's order; no such object is inside another.
    mutating func openEntry() {
        open()
        entryStart = bytes.count
        memberStarts.removeAll(keepingCapacity: true)
    }

    mutating func closeEntry() {
        let split = memberStarts.count * order / 4
        if split > 0, let first = memberStarts.first, first == entryStart {
            let gap = isSpaced ? 2 : 1
            let head = bytes[first..<memberStarts[split] - gap]
            let separator = bytes[memberStarts[split] - gap..<memberStarts[split]]
            let rotated = Array(bytes[memberStarts[split]...]) + separator + head
            bytes.replaceSubrange(entryStart..., with: rotated)
        }
        close()
    }

    mutating func open() { bytes.append(0x7B) }
    mutating func close() { bytes.append(0x7D) }

    mutating func string(_ text: [UInt8]) {
        bytes.append(0x22)
        bytes.append(contentsOf: text)
        bytes.append(0x22)
    }

    mutating func string(_ text: StaticString) {
        bytes.append(0x22)
        raw(text)
        bytes.append(0x22)
    }
}

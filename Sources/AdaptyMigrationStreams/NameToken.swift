import AdaptyMigrationAccess
import AdaptyMigrationCore

/// A member name with its quotes, in memory of its own.
struct NameToken: Sendable {
    let bytes: ByteView

    /// The rule has no such name.
    static let none = NameToken("")
    static let profileID = NameToken("profile_id")

    init(_ name: String) { self.init(raw: name.isEmpty ? [] : JSONText.encode(name)) }

    init(raw text: String) { self.init(raw: Array(text.utf8)) }

    init(raw text: [UInt8]) {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count + 2 * RecordBuffer.margin)
        memory.initialize(repeating: 0, count: text.count + 2 * RecordBuffer.margin)
        for (offset, byte) in text.enumerated() { memory[RecordBuffer.margin + offset] = byte }
        bytes = ByteView(start: UnsafePointer(memory + RecordBuffer.margin), count: text.count)
    }

    func deallocate() { if bytes.count > 0 { (bytes.start - RecordBuffer.margin).deallocate() } }
}

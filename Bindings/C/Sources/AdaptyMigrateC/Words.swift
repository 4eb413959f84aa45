@_spi(Tools) import AdaptyMigrationTools

/// A text to which C may keep a pointer as long as the process lives.
///
/// `@unchecked`: the memory is written once, before anybody has the pointer, and is never freed.
struct Words: @unchecked Sendable {
    static let version = Words("1.0.0")
    static let rulesHash = Words(MigrationTables.rulesHash)

    let pointer: UnsafePointer<CChar>

    private init(_ text: String) {
        let bytes = text.utf8CString
        let memory = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
        _ = memory.initialize(from: bytes)
        pointer = UnsafePointer(memory.baseAddress ?? UnsafeMutablePointer.allocate(capacity: 1))
    }
}

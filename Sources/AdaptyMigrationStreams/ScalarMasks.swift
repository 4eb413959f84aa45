import AdaptyMigrationAccess
import AdaptyMigrationCore

/// One byte at a time.
struct ScalarMasks: ByteMasks {
    private let bytes: ByteView
    private let position: Int

    init(_ bytes: ByteView, _ position: Int) {
        self.bytes = bytes
        self.position = position
    }

    private func mask(_ holds: (UInt8) -> Bool) -> UInt64 {
        (0..<64).reduce(0) { holds(bytes[position + $1]) ? $0 | 1 << UInt64($1) : $0 }
    }

    func equal(_ byte: UInt8) -> UInt64 { mask { $0 == byte } }
    func less(_ limit: Int8) -> UInt64 { mask { Int8(bitPattern: $0) < limit } }
    var hasSpecial: Bool { mask { $0 == 0x5C || $0 < 0x20 || $0 > 0x7F } != 0 }
}

import AdaptyMigrationTools

extension ByteBuffer {
    func isEqual(to other: ByteBuffer) -> Bool {
        withUnsafeBytes { left in other.withUnsafeBytes { right in left.elementsEqual(right) } }
    }
}

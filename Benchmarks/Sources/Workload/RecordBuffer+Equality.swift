@_spi(Tools) import AdaptyMigrationTools

extension RecordBuffer {
    func isEqual(to other: RecordBuffer) -> Bool {
        withUnsafeBytes { left in other.withUnsafeBytes { right in left.elementsEqual(right) } }
    }
}

import AdaptyMigrationCore

extension MigrationError.Code {
    /// There is no value where a record should be.
    @_spi(Tools) public static var nothingThere: MigrationError.Code { MigrationError.Code(rawValue: "nothing-there") }
}

extension MigrationError {
    /// Whether the error says that a value inside a document is no record.
    @_spi(Tools) public var saysNoRecord: Bool {
        [.nothingThere, .unrecognised, .invalidJSON, .invalidUTF8, .truncated, .empty].contains(code)
    }

    /// A document without a value at a pointer that was asked for.
    @_spi(Tools) public static func nothing(at pointer: RecordPointer) -> MigrationError {
        MigrationError(.nothingThere, "the document has nothing at \(pointer)", remedy: "it stays as it is")
    }

    /// What ``InnerRecords/document(with:isRestorable:)`` says of a document.
    @_spi(Tools) public static var notRestored: MigrationError {
        MigrationError(
            .notReversible, "the text around a record could not be restored exactly",
            remedy: "the document stays as it is; please report it")
    }
}

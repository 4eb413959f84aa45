@_spi(Tools) import AdaptyMigrationTools

extension Journal {
    /// What the journal knows of a row.
    struct Entry: Equatable {
        let key: SQLValue
        /// `nil` when the row needed no change, and while there are two columns.
        let original: SQLValue?
        /// The digest of the document for new programs, as the tool left it.
        let written: String
        /// The same of the document for old programs; `nil` when they have no column of their own.
        var twin: String?
        /// The dialect in which the document for old programs was made from the other one; `nil` when old programs wrote
        /// it.
        var madeAs: Dialect?

        /// No document has it: the digest of one that has not reached the other column.
        static let unsettled = "-"
    }
}

extension Journal.Entry {
    /// Who has written to a row since: the columns that no longer have what the tool left in them.
    func writers(_ row: DocumentTable.Row) -> Set<DocumentTable.Side> {
        var writers: Set<DocumentTable.Side> = Digest.of(row.value) == written ? [] : [.new]
        if let old = row.old, let twin, Digest.of(old) != twin { writers.insert(.old) }
        return writers
    }

    /// The same without the original, which may be large.
    var withoutOriginal: Journal.Entry {
        .init(key: key, original: original.map { _ in .null }, written: written, twin: twin, madeAs: madeAs)
    }

    func isUntouched(_ row: DocumentTable.Row) -> Bool { writers(row).isEmpty }
}

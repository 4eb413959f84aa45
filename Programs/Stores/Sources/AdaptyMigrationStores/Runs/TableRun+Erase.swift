/// The documents of a row that were removed from the journal.
public struct EraseReport: Sendable, Encodable {
    /// The number of originals.
    public internal(set) var originals = 0
    /// The number of rejected documents, with their reasons.
    public internal(set) var rejects = 0
    /// The number of documents that another write had displaced.
    public internal(set) var displaced = 0
}

extension TableRun {
    /// Removes everything that the journal keeps of a row, because its personal data must go. A row that is still in the
    /// table stays as it is, and can no longer be rolled back.
    ///
    /// - Parameter key: the row's key, as messages show it.
    public func erase(_ key: String) throws(StoreFailure) -> EraseReport {
        try exclusively { () throws(StoreFailure) in
            // Otherwise the bytes would stay in the file.
            if table.connection.dialect == .sqlite { _ = try table.connection.rows("PRAGMA secure_delete = ON") }
            return try table.connection.transaction { () throws(StoreFailure) in
                guard try JournalPlace.all(table.connection).contains(where: { $0.schema == table.journal }) else {
                    return EraseReport()
                }
                let keys = forms(key)
                let standing = try table.select(table.read(table.column), keys).first.map { Digest.of($0[1]) }
                return try journal.erase(keys, standing: standing, in: table)
            }
        }
    }

    /// SQLite tells an integer from its text.
    private func forms(_ key: String) -> [SQLValue] {
        guard table.connection.dialect == .sqlite, let number = Int64(key) else { return [.text(key)] }
        return [.text(key), .integer(number)]
    }
}

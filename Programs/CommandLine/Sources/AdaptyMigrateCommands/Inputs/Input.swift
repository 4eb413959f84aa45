import AdaptyMigrationStores

/// One file to read, or standard input.
struct Input {
    /// The name in messages.
    let name: String
    /// `nil` for standard input.
    let path: String?
    /// `nil`: the first lines tell.
    let format: InputFormat?
    /// Where it belongs below an output folder.
    let relativePath: String
    /// Bytes, where they are known beforehand.
    let size: Int

    /// The rows of a CSV export; `nil` for everything else.
    ///
    /// - Parameter keepsNames: whether an upgraded export may get a column for names.
    func export(_ direction: ExportPass.Direction, keepsNames: Bool = true) throws(CommandFailure) -> ExportPass? {
        guard format == .csv else { return nil }
        guard let path else { throw .usage("an export is read twice, which standard input cannot be; name a file") }
        return try CommandFailure.from { () throws(StoreFailure) in
            try ExportPass(path, direction, keepsNames: keepsNames)
        }
    }
}

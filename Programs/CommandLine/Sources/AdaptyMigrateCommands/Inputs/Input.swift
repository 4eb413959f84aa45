import AdaptyMigrationStores

/// One file to read, or standard input.
struct Input {
    /// The name in messages.
    let name: String
    /// `nil` for standard input.
    let path: String?
    /// The format; `nil` to recognise it from the first lines.
    let format: InputFormat?
    /// The path below an output folder.
    let relativePath: String
    /// The number of bytes, if it is known beforehand.
    let size: Int

    func source() throws(CommandFailure) -> ByteSource {
        if let path { try ByteSource(path: path) } else { ByteSource(System.standardInput, name: name) }
    }

    /// The rows of a CSV export; `nil` for other inputs.
    ///
    /// - Parameter keepsNames: whether an upgraded export may get a column for old names.
    func export(_ direction: ExportPass.Direction, keepsNames: Bool = true) throws(CommandFailure) -> ExportPass? {
        guard format == .csv else { return nil }
        guard let path else {
            throw .usage("an export must be read twice, which is impossible with standard input; name a file")
        }
        return try CommandFailure.from { () throws(StoreFailure) in
            try ExportPass(path, direction, keepsNames: keepsNames)
        }
    }
}

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
}

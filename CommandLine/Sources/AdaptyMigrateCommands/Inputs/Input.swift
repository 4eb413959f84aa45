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
}

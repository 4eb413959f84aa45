/// A text inside a document: what it says, and how it is written there.
@_spi(Tools) public protocol QuotedText: Sendable {
    /// What the text says.
    var text: [UInt8] { get }

    /// - Parameter bytes: the text as it is written in the document, with its quotes.
    init(_ bytes: [UInt8])

    /// Another text in the same writing.
    func quoted(_ text: [UInt8]) -> [UInt8]

    /// Why ``quoted(_:)`` may not give the bytes of the document.
    static var doubt: String { get }
}

/// The dialect and kind of a document, with the evidence.
public struct Detection: Sendable, Equatable {
    /// The dialect.
    public let dialect: Dialect
    /// The kind of record.
    public let kind: RecordKind
    /// Other dialects that fit and would upgrade to the same document.
    public let alsoFits: [Dialect]
    /// The facts that decided, one sentence each.
    public var evidence: [String] { facts.map(\.sentence) }
    /// The evidence with the places in the document.
    public let facts: [Fact]

    /// One fact that decided.
    public struct Fact: Sendable, Equatable {
        /// The fact in English.
        public let sentence: String
        /// JSON pointer (RFC 6901) to the place of the fact; `nil` for the document as a whole.
        public let pointer: String?

        package init(_ sentence: String, at pointer: String? = nil) {
            self.sentence = sentence
            self.pointer = pointer.flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    package init(_ found: Found, alsoFits: [Dialect], facts: [Fact]) {
        (dialect, kind, self.alsoFits, self.facts) = (found.column.dialect, found.kind, alsoFits, facts)
    }
}

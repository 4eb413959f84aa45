import AdaptyMigrationCore

/// A model, or a collection of models: a view of one object or array in a document.
public protocol DocumentValue: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The object or array that the value reads and writes. Programs do not need it.
    @_spi(Tools) var view: ModelView { get set }

    /// - Parameter view: the view of an object, or of an array for a list.
    @_spi(Tools) init(view: ModelView)
}

extension DocumentValue {
    /// The JSON text from the document, unchanged.
    public var description: String { String(decoding: view.index.raw(view.node), as: UTF8.self) }

    /// Two values are equal when they have the same meaning. Member order, white space, spellings, escapes, the digits
    /// of numbers and the form of dates are ignored. So are envelopes, residues, and whether a field is null or absent.
    public static func == (a: Self, b: Self) -> Bool { a.meaning == b.meaning }

    /// Hashes consistently with `==`.
    public func hash(into hasher: inout Hasher) { hasher.combine(meaning) }

    private var meaning: [UInt8] { self is any EntryCollection ? view.entriesMeaning : view.meaning }

    /// - Returns: `nil` when the value has another type.
    static func at(_ view: ModelView) -> Self? {
        let kind = (Self.self as? any EntryCollection.Type)?.kind ?? .object
        return view.index.kind(view.node) == kind ? Self(view: view) : nil
    }

    /// A copy with its own document.
    var detached: Self {
        var copy = self
        copy.view = view.detached
        return copy
    }

    /// The value as a document with the names of a column.
    func document(in column: Column) -> JSONIndex {
        guard view.names.column != column else { return view.index.part(view.node) }
        if let collection = self as? any EntryCollection { return collection.converted(to: column) }
        // A record with contradictory spellings stays as it is.
        return (try? view.converted(to: column)) ?? view.index.part(view.node)
    }
}

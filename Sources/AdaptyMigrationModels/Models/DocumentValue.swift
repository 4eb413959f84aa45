import AdaptyMigrationCore

/// A model, or a collection of models: a view of one object or array in a document.
public protocol DocumentValue: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// Where it reads and writes. Programs have no use for it.
    var _view: ModelView { get set }

    /// - Parameter _view: of an object, or of an array for a list.
    init(_view: ModelView)
}

extension DocumentValue {
    /// The JSON text, as it stands in the document.
    public var description: String { String(decoding: _view.index.raw(_view.node), as: UTF8.self) }

    /// Equal are values that say the same: member order, white space, spellings, escapes, the digits of numbers and the
    /// form of dates do not count, nor do an envelope, a residue, and whether a field is null or absent.
    public static func == (a: Self, b: Self) -> Bool { a.meaning == b.meaning }

    /// Agrees with `==`.
    public func hash(into hasher: inout Hasher) { hasher.combine(meaning) }

    private var meaning: [UInt8] { self is any EntryCollection ? _view.entriesMeaning : _view.meaning }

    /// - Returns: `nil` when the value is of another type.
    static func at(_ view: ModelView) -> Self? {
        let kind = (Self.self as? any EntryCollection.Type)?.kind ?? .object
        return view.index.kind(view.node) == kind ? Self(_view: view) : nil
    }

    /// With a document of its own.
    var detached: Self {
        var copy = self
        copy._view = _view.detached
        return copy
    }

    /// The value as a document in the names of a column.
    func document(in column: Column) -> JSONIndex {
        guard _view.names.column != column else { return _view.index.part(_view.node) }
        if let collection = self as? any EntryCollection { return collection.converted(to: column) }
        // A record whose spellings contradict each other stays as it is.
        return (try? _view.converted(to: column)) ?? _view.index.part(_view.node)
    }
}

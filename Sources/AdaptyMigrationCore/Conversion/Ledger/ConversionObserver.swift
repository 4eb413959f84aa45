/// Is told what a ``RecordConversion`` does with every member while it does it; costs nothing where nobody asked.
package protocol ConversionObserver: AnyObject, Sendable {
    init()

    /// The table of the record at hand.
    var table: TableID? { get set }

    /// What follows is written below these names of the value at hand, until ``leave(_:)``.
    func enter(_ names: [String])
    func leave(_ names: [String])

    /// What became of some nodes of the source. The first word about a node counts.
    ///
    /// - Parameters:
    ///   - targets: below the value at hand; `[[]]` for the value itself.
    ///   - row: what says so; `nil` for members that are in no table.
    func link(_ action: Ledger.Action, _ nodes: [Int], _ targets: [[String]], _ row: Row?, _ note: String)

    /// An object of the source that holds fields (`placement`). They speak for themselves; what else is in it stays in
    /// it where the target has it too.
    ///
    /// - Parameter strangers: the values in it that are in no table, with their names.
    func holder(_ node: Int, _ name: String, strangers: [(value: Int, name: String)])

    /// What the envelopes around a record say beside it; told after the record, which may use their id. What is around
    /// the place stays.
    func envelope(around record: Int, in place: Int, isPromo: Bool, _ index: JSONIndex)

    /// What a list document has around its entries stays where it is.
    func list(in index: JSONIndex)

    /// A document that stays as it is.
    func whole(_ action: Ledger.Action, _ note: String, in index: JSONIndex)
}

/// One step of a conversion that somebody observed: between two whole documents.
package enum ObservedStep: Sendable {
    /// The document stays as it is, for this reason.
    case same(JSONIndex, Ledger.Action)
    /// Some values of the first document were filled or mended in the second, for the reasons at their JSON pointers.
    case mended(JSONIndex, JSONIndex, [String: String])
    /// The second document was written from the first.
    case forward(JSONIndex, JSONIndex, any ConversionObserver)
    /// The first document was restored; the second is what it becomes again on the same way up.
    case back(JSONIndex, JSONIndex, any ConversionObserver)
}

/// One of the conversions that led from an original to an upgraded document.
struct ConversionStep {
    /// The column of the first original, and of the document before this step and after it.
    let origin: Column, from: Column
    let to: Column
    let kind: RecordKind
    /// What it was told. Only the step that made a document readable names an SDK version.
    let settings: Residue.Settings
    /// The document before and after it, without residues.
    let before: Document, after: Document

    /// The columns that a conversion goes over: within a dialect, between the dialects of SDK 3, and to the current dialect
    /// it is one step.
    static func path(from: Column, to: Column) -> [Column] { paths[from.rawValue][to.rawValue] }

    private static let paths: [[[Column]]] = Column.allCases.map { from in
        Column.allCases.map { to in
            let hub = from.dialect.hub
            let isDirect =
                from.dialect == to.dialect || to.dialect == hub || from.dialect.isSDK3 && to.dialect.isSDK3
            return isDirect ? [to] : [hub.column, to]
        }
    }
}

/// One of the conversions that led from an original to an upgraded document.
package struct ConversionStep: Sendable {
    package let from: Column
    package let to: Column
    package let kind: RecordKind
    /// What it was told. Only the step that made a document readable names an SDK version.
    let settings: Residue.Settings
    /// The document before and after it, without residues.
    let before: [UInt8], after: [UInt8]

    /// The columns that a conversion goes over: within a dialect, between the dialects of SDK 3, and to the current dialect
    /// it is one step.
    static func path(from: Column, to: Column) -> [Column] {
        let hub = from.dialect.hub
        let isDirect =
            from.dialect == to.dialect || to.dialect == hub || from.dialect.isSDK3 && to.dialect.isSDK3
        return isDirect ? [to] : [hub.column, to]
    }
}

extension Residue {
    /// The columns that it leads back to, the original's first.
    package var columns: [Column] { [from] + ConversionStep.path(from: from, to: to).dropLast() }
}

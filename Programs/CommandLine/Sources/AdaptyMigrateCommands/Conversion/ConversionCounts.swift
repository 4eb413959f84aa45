@_spi(Tools) import AdaptyMigrationTools

/// What was counted while records were converted.
struct ConversionCounts {
    var tally = Tally()
    /// How often each action was applied to fields.
    var actions: [Ledger.Action: Int] = [:]
    /// The access and money information of the records on both sides; `nil` when it is not requested.
    var totals: Totals?
    /// By action, the first member with it, where it is told.
    var first: [Ledger.Action: FirstMember] = [:]
}

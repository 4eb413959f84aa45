// The one source of decoders, encoders, converters, recognition, schemas, documents and samples.

extension Table {
    static let period = Table(
        .period,
        [
            Row(
                "unit", .periodUnit, .sdk, required: .current,
                "Unit of the period.",
                note: "Integers 0–4 on disk; `D` `W` `M` `Y` on Android."
            ),
            Row(
                "number_of_units", .integer,
                .sdk("number_of_units")
                    .leftover([.sdk1BridgeSnake, .sdk1Wire, .sdk2, .sdk3], "numberOfUnits"),
                required: .current,
                "Number of units."
            ),
        ])
}

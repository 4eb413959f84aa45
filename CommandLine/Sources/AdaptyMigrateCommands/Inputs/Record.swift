import AdaptyMigration

/// One record of an input, for the commands that only look at records.
struct Record {
    let bytes: [UInt8]
    let source: String
    /// Its number in the input, from 1.
    let number: Int
    let position: RecordPosition

    var label: String { "\(source):\(number)" }

    /// Calls `body` for every record of the inputs, in order.
    static func forEach(_ inputs: [Input], maximumDepth: Int, _ body: (Record) throws(CommandFailure) -> Void) throws(CommandFailure) {
        for input in inputs {
            let reader = try UnitReader(input, maximumDepth: maximumDepth)
            var number = 0
            while let unit = try reader.next() {
                if unit.isBlank { continue }
                let elements = unit.elements(maximumDepth: maximumDepth)
                for (position, range) in zip(RecordPosition.all(elements, in: unit), elements ?? [0..<unit.content.count]) {
                    number += 1
                    try body(Record(bytes: Array(unit.content[range]), source: input.name, number: number, position: position))
                }
            }
        }
    }
}

@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationStores

/// The rows of an export, upgraded and proven, for commands that only read them.
struct ExportRows {
    private let input: Input
    private let export: ExportPass

    /// `nil` when the input is not an export.
    init?(_ input: Input) throws(CommandFailure) {
        guard let export = try input.export(.upgrade) else { return nil }
        self.input = input
        self.export = export
    }

    func forEach(_ body: (Record, Result<ExportPass.Row, MigrationError>) throws(CommandFailure) -> Void)
        throws(CommandFailure)
    {
        var number = 0
        while let piece = try CommandFailure.from({ () throws(StoreFailure) in try export.next() }) {
            guard case .row(let bytes, let position, let result) = piece else { continue }
            number += 1
            try body(Record(bytes: bytes, source: input.name, number: number, position: position), result)
        }
    }
}

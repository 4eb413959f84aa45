@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles
import AdaptyMigrationStores

extension Inspection {
    /// A row of an export, which was already converted back and whose meaning was compared.
    func add(
        _ record: [UInt8], _ position: RecordPosition, _ result: Result<ExportPass.Row, MigrationError>, of input: Input
    ) {
        let place = RecordInspector.Place(source: input.name, line: position.line, column: position.column)
        switch result {
        case .failure(let error): inspector.reject(record, error, at: place, into: &report)
        case .success(let row): inspector.event(row.oldName, became: row.newName, into: &report)
        }
    }
}

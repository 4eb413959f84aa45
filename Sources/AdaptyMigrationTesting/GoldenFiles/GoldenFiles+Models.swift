import AdaptyMigrationTools

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension GoldenFiles {
    /// Checks one payload as ``check(_:to:record:)`` does, and what your own code makes of it.
    ///
    /// ```swift
    /// @Test(arguments: try files.payloads())
    /// func reads(payload: String) throws { try files.check(payload) { try Subscriber(record: $0) } }
    /// ```
    ///
    /// The result is compared as JSON with the file `models/<payload>` in the current folder, which is recorded as the
    /// other golden files are. Members are sorted, and dates are written as `2030-01-01T00:00:00.000Z`.
    ///
    /// - Parameters:
    ///   - payload: one of ``payloads()``.
    ///   - record: which golden files this call writes; `nil` for what the initialiser says.
    ///   - make: your code. It is called for each record of the payload, with its bytes as they are in the file.
    /// - Throws: ``GoldenReport`` when anything is wrong or was recorded. What `make` throws is a finding of it.
    public func check<Model: Encodable>(
        _ payload: String, record: RecordMode? = nil, _ make: (Data) throws -> Model
    ) throws(GoldenReport) {
        let choice = choice.asking(record), payload = Payload(payload)
        var report = report(payload, nil, choice)
        do {
            let name = GoldenFiles.models + payload.path
            if let bytes = try Files.read(Files.join(legacy, payload.path)) {
                let models = try models(try payload.records(bytes, conversion.options), make)
                let expected = try Files.read(Files.join(current, name))
                try settle(.model, models, name, expected, payload, choice, &report)
            }
        } catch let failure as Files.Failure {
            report.add(.unusable, "", failure.description)
        } catch {
            report.add(.rejected, payload.path, "your code: \(error)")
        }
        try GoldenFiles.require(report)
    }

    private func models<Model: Encodable>(_ records: PayloadRecords, _ make: (Data) throws -> Model) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if records.isSingle { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Timestamp(date).description)
        }
        return records.replaced(by: try records.all.map { [UInt8](try encoder.encode(try make(Data($0)))) })
    }
}

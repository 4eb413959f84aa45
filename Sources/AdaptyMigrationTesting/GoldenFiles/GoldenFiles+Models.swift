extension GoldenFiles {
    /// Checks one payload as ``check(_:to:record:)`` does, and what your own code makes of it.
    ///
    /// ```swift
    /// @Test(arguments: try files.payloads())
    /// func reads(payload: String) throws {
    ///     try files.check(payload) { record in "\(try Subscriber(record: Data(record)))" }
    /// }
    /// ```
    ///
    /// The text is compared with the file `models/<payload>` in the current folder, which is recorded as the other
    /// golden files are. In a payload with several records, the text of each stands in its place.
    ///
    /// - Parameters:
    ///   - payload: one of ``payloads()``.
    ///   - record: which golden files this call writes; `nil` for what the initialiser says.
    ///   - make: your code. It is called for each record of the payload, with its bytes as they are in the file, and says
    ///     in any words what it made of it.
    /// - Throws: ``GoldenReport`` when anything is wrong or was recorded. What `make` throws is a finding of it.
    public func check(
        _ payload: String, record: RecordMode? = nil, _ make: ([UInt8]) throws -> String
    ) throws(GoldenReport) {
        let choice = choice.asking(record), payload = Payload(payload)
        var report = report(payload, nil, choice)
        do {
            let name = GoldenFiles.models + payload.path
            if let bytes = try Files.read(Files.join(legacy, payload.path)) {
                let records = try payload.records(bytes, conversion.options)
                let models = records.replaced(by: try records.all.map { Array(try make($0).utf8) })
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
}

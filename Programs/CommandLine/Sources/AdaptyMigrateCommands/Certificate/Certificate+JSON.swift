import AdaptyMigrationTools
import AdaptyMigrationFiles

extension Certificate {
    private static let versionName = "adapty_migration_certificate"

    var json: [UInt8] {
        var object = JSONObject()
        object.add(Certificate.versionName, Certificate.version)
        object.add("tool", tool)
        object.add("rules", rules)
        object.add("options", options)
        object.add("instants", instants)
        object.add("inputs", inputs)
        object.add("source", Certificate.json(source))
        object.add("target", Certificate.json(target))
        object.add("exceptions_listed_at_most", ReportSection.exceptions.limit)
        object.add("reasons", json: reasons)
        object.add("report", json: report.json.filter { $0 != 0x0A })
        return object.line
    }

    private static func json(_ side: Side) -> JSONObject {
        var sections = JSONObject(), object = JSONObject()
        sections.add("records", side.sections.size)
        sections.add("hashes", side.sections.hashes.map { SHA256Hash.hex(of: $0) })
        object.add("records", side.records)
        object.add("bytes", side.bytes)
        object.add("root", side.root)
        object.add("sections", sections)
        return object
    }

    /// The meanings of the exception names that occur.
    private var reasons: [UInt8] {
        var object = JSONObject()
        let rows = report[.exceptions].rows
        for action in Set(rows.map(\.key[3].text)).sorted() {
            object.add(action, ExceptionWords.all[action] ?? "could not be converted; left as it is and kept aside")
        }
        for code in Set(rows.filter { $0.key[3] == "rejected" }.map(\.key[5].text)).sorted() {
            object.add(code, ProblemDocument.Code(rawValue: code).title)
        }
        return object.json
    }

    // MARK: Reading

    /// - Throws: a failure with the problem of the file.
    init(path: String) throws(CommandFailure) {
        let descriptor = try System.openForReading(path)
        defer { System.closeFile(descriptor) }
        let reader = BlockReader(descriptor, name: path)
        var bytes = RecordBuffer()
        let count = try reader.rest(&bytes)
        do throws(MigrationError) {
            try self.init(RawJSON(decoding: Array(bytes.bytes.prefix(count))))
        } catch {
            throw CommandFailure(.noInput, "\(path): \(error)")
        }
    }

    private init(_ json: RawJSON) throws(MigrationError) {
        guard let version = json["\(Certificate.versionName)"]?.integer else {
            throw Certificate.refusal("this is not a certificate")
        }
        guard version == Certificate.version else {
            throw Certificate.refusal(
                "the certificate has version \(version); this program reads version \(Certificate.version)")
        }
        tool = try Certificate.text(json, "tool")
        rules = try Certificate.text(json, "rules")
        options = try Certificate.texts(json, "options")
        instants = try Certificate.texts(json, "instants")
        inputs = try Certificate.texts(json, "inputs")
        source = try Certificate.side(json, "source")
        target = try Certificate.side(json, "target")
        guard let report = json["report"] else { throw Certificate.refusal("it has no report") }
        self.report = try MigrationReport(json: report.bytes)
    }

    private static func side(_ json: RawJSON, _ name: String) throws(MigrationError) -> Side {
        guard let side = json[name], let records = side["records"]?.integer, let bytes = side["bytes"]?.integer,
            let sections = side["sections"],
            let size = sections["records"]?.integer, size > 0, size & (size - 1) == 0
        else { throw refusal("its \(name) is incomplete") }
        let hashes = try texts(sections, "hashes").compactMap(Hex.bytes)
        return Side(
            records: records, bytes: bytes, root: try text(side, "root"),
            sections: .init(level: size.trailingZeroBitCount, hashes: hashes))
    }

    private static func text(_ json: RawJSON, _ name: String) throws(MigrationError) -> String {
        guard let text = json[name]?.string else { throw refusal("it has no \(name)") }
        return text
    }

    private static func texts(_ json: RawJSON, _ name: String) throws(MigrationError) -> [String] {
        guard let elements = json[name]?.elements else { throw refusal("it has no \(name)") }
        return elements.compactMap(\.string)
    }

    private static func refusal(_ message: String) -> MigrationError {
        MigrationError(
            MigrationError.Code(rawValue: "not-a-certificate"), message,
            remedy: "name an unchanged file that --certificate wrote")
    }
}

@_spi(Tools) import AdaptyMigrationTools
import HTTPTypes
import Hummingbird

extension ProblemDocument {
    fileprivate static func severalRecords(_ count: Int) -> ProblemDocument {
        ProblemDocument(
            Code(rawValue: "several-records", title: "Several records"), status: 422,
            detail: "the payload is an array of \(count) records", remedy: "send one record at a time")
    }
}

/// The options of a conversion: the query and the headers of `/convert` and `/explain`.
struct ConversionRequest: Sendable {
    /// The place of fields for which the target has no place.
    enum ResidueMode: String, CaseIterable, Sendable {
        /// The last member of the document.
        case embed
        /// A member beside the document.
        case beside
        /// Left out.
        case discard
    }

    /// The payload's dialect (`from`, or the body's media type); `nil` to recognise it.
    let source: Dialect?
    /// A dialect or a version of Adapty's SDK (`to`); `nil` to use `Accept`.
    let version: String?
    /// The SDK version whose decoder must accept the answer (`readable-by`); `nil` to leave that open.
    let reader: SDKVersion?
    let accept: String?
    let residue: ResidueMode
    /// The instant at which to derive flags that a payload does not contain (`at`), in milliseconds since 1970; `nil`
    /// when that is not requested.
    let instant: Int64?

    init(_ request: Request) throws(ProblemDocument) {
        let query = request.uri.queryParameters
        func text(_ name: Substring) -> String? { query[name].flatMap { $0.isEmpty ? nil : String($0) } }
        if let from = text("from") {
            guard let dialect = Dialect(rawValue: from) else {
                throw .usage(
                    "from=\(from) is not a dialect",
                    remedy: "leave it out, or use one of \(Dialect.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            source = dialect
        } else {
            source = request.dialect
        }
        version = text("to")
        reader = try request.reader(insteadOf: "to")
        accept =
            request.headers[values: .accept].isEmpty ? nil : request.headers[values: .accept].joined(separator: ",")
        guard let residue = ResidueMode(rawValue: text("residue") ?? ResidueMode.embed.rawValue) else {
            throw .usage(
                "residue must be one of \(ResidueMode.allCases.map(\.rawValue).joined(separator: ", "))",
                remedy: "correct it, or leave it out")
        }
        self.residue = residue
        guard let at = text("at") else {
            instant = nil
            return
        }
        guard let instant = Instant.milliseconds(at) else {
            throw .usage("at=\(at) is not an instant", remedy: "write it like 2026-01-31T12:00:00Z")
        }
        self.instant = instant
    }

    var options: MigrationOptions {
        var options = MigrationOptions()
        options.instant = instant.map { Timestamp(microseconds: $0 * 1000) }
        options.readableBy = reader
        return options
    }

    /// The record to convert: one, not an array of records.
    func recognise(_ payload: [UInt8]) throws(ProblemDocument) -> Detection {
        if let records = try asked({ () throws(MigrationError) in try RecordList.ranges(in: payload) }) {
            throw .severalRecords(records.count)
        }
        return try asked { () throws(MigrationError) in try Migrator().detect(payload, from: source) }
    }

    /// - Parameters:
    ///   - found: names the kind alone. Its dialect would turn an event of another service into one of Adapty's.
    ///   - options: the options of the request, or additional ones.
    func convert(_ payload: [UInt8], _ found: Detection, options: MigrationOptions) throws(ProblemDocument) -> Migration
    {
        if options.readableBy != nil {
            return try asked { () throws(MigrationError) in
                try Migrator(options).upgrade(payload, from: source)
            }
        }
        let target = try Negotiation(found.kind).dialect(version: version, accept: accept)
        return try asked { () throws(MigrationError) in
            try Migrator(options).convert(payload, from: source, to: target)
        }
    }
}

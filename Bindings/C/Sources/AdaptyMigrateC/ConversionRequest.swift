@_spi(Tools) import AdaptyMigrationTools
import CAdaptyMigrate

/// The parsed `am_options`.
struct ConversionRequest: Hashable {
    private(set) var from: Dialect?
    private(set) var to: Dialect?
    private var reader: SDKVersion?
    /// The moment at which flags are derived, and access is asked for.
    private(set) var instant: Timestamp?
    private(set) var residueMode: ResidueMode = .embed
    private var isStrict = false
    private var fillsRequired = false
    private var unwraps = false
    private var maximumDepth = 512
    /// The residue that is given back beside the record; `nil` when it is embedded.
    private(set) var residue: [UInt8]?

    enum ResidueMode: Int32 {
        case embed, beside, discard

        var place: ResiduePlace {
            switch self {
            case .embed: .inside
            case .beside: .beside
            case .discard: .nowhere
            }
        }
    }

    var migration: MigrationOptions {
        MigrationOptions(
            strict: isStrict, fillRequired: fillsRequired, maximumDepth: maximumDepth, instant: instant,
            readableBy: reader, unwraps: unwraps)
    }

    /// The same for any record.
    var withoutResidue: ConversionRequest {
        var request = self
        request.residue = nil
        return request
    }

    /// - Parameter options: `nil` for the defaults.
    /// - Throws: ``MigrationError`` with the code `misuse`.
    init(_ options: am_options?) throws(MigrationError) {
        guard let options else { return }
        guard options.size == MemoryLayout<am_options>.size else {
            throw .misuse(
                "the options have a size of \(options.size) bytes, which no version of the library has",
                remedy: "set size to sizeof(am_options)")
        }
        from = try ConversionRequest.dialect(options.from, "from")
        to = try ConversionRequest.dialect(options.to, "to")
        reader = try ConversionRequest.reader(options)
        instant = try ConversionRequest.instant(options.at)
        guard let residueMode = ResidueMode(rawValue: options.residue_mode) else {
            throw .misuse("there is no residue mode \(options.residue_mode)", remedy: "use one of AM_RESIDUE_…")
        }
        self.residueMode = residueMode
        guard (0...100_000).contains(options.maximum_depth) else {
            throw .misuse("`maximum_depth` is \(options.maximum_depth)", remedy: "use 1 to 100000, or 0 for 512")
        }
        if options.maximum_depth > 0 { maximumDepth = Int(options.maximum_depth) }
        isStrict = options.strict != 0
        fillsRequired = options.fill_required != 0
        unwraps = options.unwrap != 0
        if let bytes = options.residue {
            residue = Array(
                UnsafeBufferPointer(
                    start: bytes, count: try RecordBytes.count(options.residue_count, "the residue beside the record")))
        }
    }

    /// The moment of `at` in milliseconds since 1970.
    func requireInstant() throws(MigrationError) -> Int64 {
        guard let milliseconds = instant?.milliseconds else {
            throw .misuse("`at` is missing", remedy: "name the instant, like 2026-01-31T12:00:00Z")
        }
        return milliseconds
    }

    /// - Parameter text: the id of a dialect, or a version of Adapty's SDK, which means the dialect that it reads.
    private static func dialect(_ text: UnsafePointer<CChar>?, _ member: String) throws(MigrationError) -> Dialect? {
        guard let text else { return nil }
        let name = String(cString: text)
        if let dialect = Dialect(rawValue: name) { return dialect }
        guard let sdk = SDKVersion(name) else {
            throw .misuse(
                "`\(member)` is \(name.debugDescription), which is neither a dialect nor a version of Adapty's SDK",
                remedy: "use one of \(Dialect.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        guard let dialect = sdk.commonDialect else {
            let profile = sdk.dialect(of: .profile).rawValue, paywall = sdk.dialect(of: .paywall).rawValue
            throw .misuse(
                "`\(member)` is \(name.debugDescription), and SDK \(sdk) reads profiles in \(profile) and paywalls in \(paywall)",
                remedy: "name one of them, or use `readable_by`")
        }
        return dialect
    }

    private static func reader(_ options: am_options) throws(MigrationError) -> SDKVersion? {
        guard let text = options.readable_by else { return nil }
        let name = String(cString: text)
        guard let sdk = SDKVersion(name), sdk >= .oldestReader else {
            throw .misuse(
                "`readable_by` is \(name.debugDescription), which is not a version of Adapty's SDK from \(SDKVersion.oldestReader) on",
                remedy: "write it like 3.12.0")
        }
        guard options.to == nil, options.fill_required == 0 else {
            throw .misuse(
                "`readable_by` names the target and what is filled", remedy: "leave out `to` and `fill_required`")
        }
        return sdk
    }

    private static func instant(_ text: UnsafePointer<CChar>?) throws(MigrationError) -> Timestamp? {
        guard let text else { return nil }
        let instant = Timestamp(String(cString: text))
        guard instant.microseconds != nil else {
            throw .misuse(
                "`at` is \(instant.description.debugDescription), which is not an instant",
                remedy: "write it like 2026-01-31T12:00:00Z")
        }
        return instant
    }
}

extension MigrationError {
    static func misuse(_ message: String, remedy: String) -> MigrationError {
        MigrationError(Code(rawValue: "misuse"), message, remedy: remedy)
    }
}

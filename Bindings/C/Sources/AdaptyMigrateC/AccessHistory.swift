@_spi(Tools) import AdaptyMigrationTools

/// A profile and the events after it, for `am_entitlements`.
struct AccessHistory {
    private let instant: Timestamp
    private let options: MigrationOptions
    private var entitlements = Entitlements()
    private var events = 0

    /// - Parameter instant: milliseconds since 1970.
    init(_ instant: Int64, _ options: MigrationOptions) {
        self.instant = Timestamp(microseconds: instant * 1000)
        self.options = options
    }

    mutating func begin(with record: UnsafeRawBufferPointer, from dialect: Dialect?) throws(MigrationError) {
        try ByteOrderMark.passing(record) { (_, record) throws(MigrationError) in
            let profile = Array(record), found = try Migrator(options).detect(profile, from: dialect)
            guard found.kind == .profile else {
                throw MigrationError(
                    .unrecognised, "the profile is a \(found.kind.rawValue) of \(found.dialect.rawValue)",
                    remedy: "pass a profile, or none")
            }
            try entitlements.apply(profile: profile, named: "profile", maximumDepth: options.maximumDepth)
        }
    }

    /// Adds the next event. Its number is said in errors, counted from 1.
    mutating func add(_ record: UnsafeRawBufferPointer) throws(MigrationError) {
        events += 1
        do throws(MigrationError) {
            try ByteOrderMark.passing(record) { (_, record) throws(MigrationError) in try add(Array(record)) }
        } catch {
            throw MigrationError(
                error.code, "event \(events): \(error.message)", remedy: error.remedy, path: error.path,
                place: error.place)
        }
    }

    private mutating func add(_ event: [UInt8]) throws(MigrationError) {
        guard let name = try EventFacts(event, maximumDepth: options.maximumDepth).name else {
            throw MigrationError(.unrecognised, "it has no event_type", remedy: "pass events as Adapty sends them")
        }
        try entitlements.apply(
            event: event, named: "event \(events) \(name.rawValue)", maximumDepth: options.maximumDepth)
    }

    var json: RawJSON { RawJSON(array: entitlements.entries.map { $0.json(at: instant) }) }
}

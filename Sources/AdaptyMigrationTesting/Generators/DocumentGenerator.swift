@_spi(Tools) import AdaptyMigrationTools

/// Generates documents of any dialect and kind from the rows of the table. They are well-formed, or they contain bugs
/// of released versions: 0/1 flags, `""`, `[]` for `{}`, noise in stored dates, duplicate and escaped keys, and unknown
/// and misspelled members. The same seed gives the same documents on every machine.
///
/// ```swift
/// for seed in 0..<1000 as Range<UInt64> {
///     var generator = DocumentGenerator(seed: seed, dialect: .sdk1Wire, hasBugs: seed % 2 == 1)
///     let sample = generator.document(.profile)
///     guard fails(sample) else { continue }
///     throw Failure(smallest: sample.shrunk(while: fails).text())
/// }
/// ```
public struct DocumentGenerator: Sendable {
    /// The source of random choices. Callers may draw more numbers from it.
    package var random: SeededGenerator
    let column: Column
    /// Whether documents contain bugs of released versions.
    package let hasBugs: Bool

    /// Creates a generator.
    ///
    /// - Parameters:
    ///   - seed: the same seed gives the same documents everywhere.
    ///   - dialect: `sdk1-bridge` is written in camelCase or in snake_case, depending on the seed.
    ///   - hasBugs: whether documents contain bugs of released versions.
    public init(seed: UInt64, dialect: Dialect, hasBugs: Bool = false) {
        let columns = Column.allCases.filter { $0.dialect == dialect }
        self.init(seed: seed, column: columns[Int(seed / 2 % UInt64(columns.count))], hasBugs: hasBugs)
    }

    package init(seed: UInt64, column: Column, hasBugs: Bool) {
        random = SeededGenerator(seed: seed)
        self.column = column
        self.hasBugs = hasBugs
    }

    /// The next document.
    ///
    /// - Parameter kind: a kind that the dialect has (`RecordKind.dialects`). A document of any other kind has no known
    ///   shape.
    public mutating func document(_ kind: RecordKind) -> Sample {
        switch kind {
        case .paywalls: return list(.paywall)
        case .products: return list(.product)
        case .promo:
            return enveloped(record(.promo))
        case .accessLevel, .subscription, .nonSubscription: return record(kind.table, isAlone: true)
        case .product: return enveloped(record(.product))
        default: return enveloped(record(kind.table))
        }
    }

    private mutating func list(_ table: TableID) -> Sample {
        let usesAttributes = column == .sdk1Wire && random.chance(60)
        let entries: [Sample] = (0..<(1 + random.below(3))).map { _ in
            let entry = record(table)
            return usesAttributes ? .object([("\"type\"", .token("\"adapty\"")), ("\"attributes\"", entry)]) : entry
        }
        guard table == .paywall, random.chance(50) else { return .object([("\"data\"", .array(entries))]) }
        let meta = Sample.object([("\"products\"", .array((0..<random.below(3)).map { _ in record(.product) }))])
        return .object([("\"data\"", .array(entries)), ("\"meta\"", column == .sdk2Bridge ? .object([]) : meta)])
    }

    private mutating func enveloped(_ record: Sample) -> Sample {
        switch column {
        case .sdk1Wire where random.chance(30):
            return .object([
                (
                    "\"data\"",
                    .object([
                        ("\"type\"", .token("\"t\"")), ("\"id\"", .token("\"envelope-id\"")),
                        ("\"attributes\"", record),
                    ])
                )
            ])
        case .serverV1, .serverV2: return random.chance(50) ? .object([("\"data\"", record)]) : record
        case .sdk2, .sdk3:
            return random.chance(20) ? .object([("\"h\"", .token("\"hash\"")), ("\"v\"", record)]) : record
        default: return record
        }
    }

    /// The rows by which a part of a profile is recognised when it stands by itself.
    private static let rowMarks: Set = [
        "id", "is_active", "vendor_product_id", "is_sandbox", "purchase_id", "activated_at", "will_renew",
        "store",
    ]

    /// - Parameter isAlone: whether it is a part of a profile that stands by itself.
    package mutating func record(_ table: TableID, isAlone: Bool = false) -> Sample {
        var members: [(name: String, value: Sample)] = []
        var held: [String: [(name: String, value: Sample)]] = [:]
        var platforms: [String: [String: [(name: String, value: Sample)]]] = [:]
        for row in Table[table].rows {
            let isMark =
                row.isRequired(in: column)
                || [
                    "profile_id", "variation_id", "developer_id", "vendor_product_id", "event_type", "promo_type",
                    "products", "segment_hash", "paid_access_levels", "localized_title", "placement",
                ].contains(row.id)
            let isSure = row.id == "event_type" || isAlone && DocumentGenerator.rowMarks.contains(row.id)
            guard isSure || random.chance(isMark ? 96 : 60) else { continue }
            let spellings = row.names[column].filter {
                hasBugs ? $0.use != .leftover : $0.use == .native || $0.use == .passed
            }
            guard !spellings.isEmpty else { continue }
            let spelling = hasBugs ? random.pick(spellings) : spellings[0]
            if spelling.use == .fallback && random.chance(90) || spelling.use == .passed && random.chance(70) {
                continue
            }
            let value = value(row, spelling)
            let name = key(spelling.path[spelling.path.count - 1])
            if spelling.path.count > 2 {
                platforms[spelling.path[0], default: [:]][spelling.path[1], default: []].append((name, value))
            } else if spelling.path.count > 1 {
                held[spelling.path[0], default: []].append((name, value))
            } else {
                members.append((name, value))
            }
        }
        for (holder, objects) in platforms.sorted(by: { $0.key < $1.key }) {
            for (platform, members) in objects.sorted(by: { $0.key < $1.key }) {
                held[holder, default: []].append(("\"\(platform)\"", .object(members)))
            }
        }
        for (holder, inner) in held.sorted(by: { $0.key < $1.key }) {
            members.append(("\"\(holder)\"", .object(inner)))
        }
        if random.chance(30) { members.append(("\"x_unknown\"", any())) }
        if hasBugs, random.chance(10) { members.append(("\"starts at\"", .token("\"2020\""))) }
        if hasBugs, random.chance(10), let first = members.first { members.insert((first.name, .token("null")), at: 0) }
        if random.chance(50) { members.shuffle(using: &random) }
        return .object(members)
    }

    private mutating func key(_ name: String) -> String {
        guard hasBugs, random.chance(3), let first = name.unicodeScalars.first else { return "\"\(name)\"" }
        let hex = String(first.value, radix: 16)
        return "\"\\u" + String(repeating: "0", count: 4 - hex.count) + hex + name.dropFirst() + "\""
    }

    private mutating func value(_ row: Row, _ spelling: Spelling) -> Sample {
        if random.chance(6) { return .token("null") }
        switch row.codec {
        case .text:
            return .token(
                random.pick([
                    "\"\(row.id)\"", "\"\"", "\"a\\/b \\u00e9 \\ud83d\\ude00\"", "\"Žofie\"", "\"1000000630116569\"",
                ]))
        case .number:
            return .token(random.pick(["9.90", "0", "1E2", "-0", "69.989999999999995", "9223372036854775807"]))
        case .integer: return .token(random.pick(["0", "1", "3", "1626172581420", "-1"]))
        case .flag: return .token(flag())
        case .sandbox:
            let words = row.codec.form(in: column) == .environment ? Form.environment.words : []
            return .token(words.isEmpty ? flag() : random.pick(words.sorted(by: >)))
        case .timestamp: return .token(date())
        case .any: return any()
        case .object(let names): return column.dialect == .sdk3Bridge ? object(names) : any()
        case .attributes: return attributes()
        case .eligibility:
            if row.codec.form(in: column) == .bool { return .token(flag()) }
            return .token(random.pick(["\"eligible\"", "\"ineligible\"", "\"unknown\""]))
        case .periodUnit:
            return .token(
                row.codec.form(in: column) == .ordinal(.periodUnit)
                    ? random.pick(["0", "1", "2", "3", "4"])
                    : random.pick(["\"day\"", "\"week\"", "\"month\"", "\"year\"", "\"unknown\"", "\"fortnight\""]))
        case .paymentMode:
            let form = row.codec.form(in: column)
            if form == .ordinal(.paymentMode) { return .token(random.pick(["0", "1", "2", "3"])) }
            return .token(
                form == .camelWord(.paymentMode)
                    ? random.pick(["\"freeTrial\"", "\"payAsYouGo\""])
                    : random.pick(["\"free_trial\"", "\"pay_up_front\"", "\"unknown\""]))
        case .eventName: return .token("\"\(eventName())\"")
        case .record(let table) where spelling.shape == .list:
            return .array((0..<random.below(3)).map { _ in record(table) })
        case .record(let table): return record(table)
        case .entries(let table, _) where spelling.shape == .single:
            return record(table)
        case .entries(let table, _): return entries(row, table)
        case .custom(.offer):
            return .object([
                ("\"category\"", .token(random.pick(["\"introductory\"", "\"promotional\""]))),
                ("\"type\"", .token("\"free_trial\"")), ("\"id\"", .token("\"o1\"")),
            ])
        case .custom(.remoteConfig): return remoteConfig(spelling)
        }
    }

    private mutating func flag() -> String {
        let isStrict =
            column == .sdk2 || column == .sdk2Bridge || column.dialect.isSDK3 || column == .sdk1Stored
            || column == .serverV1 || column == .serverV2
        if hasBugs, !isStrict, random.chance(30) { return random.pick(["0", "1", "\"\"", "1.0"]) }
        return random.pick(["true", "false"])
    }

    private mutating func date() -> String {
        if Codec.timestamp.form(in: column) == .seconds {
            return random.pick(["648073710.0009999", "648073710", "-1.5", "700000000.25", "1e9"])
        }
        let good = [
            "\"2022-09-30T15:14:32.000000+0000\"", "\"2020-02-18T18:40:22.517975+0000\"",
            "\"2024-07-15T13:14:10.797Z\"", "\"2023-01-08T15:05:59.000+0300\"",
        ]
        let bad = [
            "\"2022-10-30T16:17:17Z\"", "\"2022-07-30T10:00:00+0300\"", "\"2024-12-24T10:50:23+00:00\"", "\"\"",
            "\"2023-01-01T00:00:00.000\"", "\"2021-02-30T00:00:00.0Z\"",
        ]
        return random.pick(hasBugs ? good + bad : good)
    }

    private mutating func any() -> Sample {
        random.pick([
            .token("1"), .token("\"x\""), .token("null"),
            .object([("\"b\"", .array([.token("1.50e-3"), .token("true")]))]), .array([]),
        ])
    }

    private func object(_ names: ObjectNames) -> Sample {
        switch names {
        case .offer:
            .object([
                ("\"identifier\"", .object([("\"type\"", .token("\"introductory\""))])),
                ("\"phases\"", .array([.object([("\"numberOfPeriods\"", .token("1"))])])),
            ])
        case .builder: .object([("\"id\"", .token("\"b-1\"")), ("\"lang\"", .token("\"en\""))])
        }
    }

    private mutating func attributes() -> Sample {
        let isV2 = Codec.attributes.form(in: column) == .pairs
        if hasBugs, column == .sdk1Wire, random.chance(20) { return .array([]) }
        let entries: [(String, Sample)] = [
            ("\"age\"", .token("123.0")), ("\"Is_Pro\"", .token("1.0")), ("\"naïve café\"", .token("\"x\"")),
        ].filter { _ in random.chance(60) }
        return isV2
            ? .array(entries.map { .object([("\"key\"", .token($0.0)), ("\"value\"", $0.1)]) })
            : .object(entries.map { ($0.0, $0.1) })
    }

    private mutating func eventName() -> String {
        let current = EventName.vocabulary.map(\.name)
        if column == .webhook { return random.pick(current + ["my_own_name", "subscription_reactivated"]) }
        return random.pick(
            EventAlias.all.map(\.old) + EventAlias.all.map { $0.old.uppercased() } + current.map { $0.uppercased() } + [
                "SUBSCRIPTION_CANCELED", "trial_canceled",
            ])
    }

    private mutating func entries(_ row: Row, _ table: TableID) -> Sample {
        let keys = ["premium", "com.app.month:base", "Ünï/~key"].filter { _ in random.chance(50) }
        switch row.codec.container(in: column) {
        case .dictionary: return .object(keys.map { ("\"\($0)\"", record(table)) })
        case .dictionaryOfLists:
            return .object(keys.map { ("\"\($0)\"", .array((0..<(1 + random.below(2))).map { _ in record(table) })) })
        case .list: return .array((0..<random.below(3)).map { _ in record(table) })
        case .ids: return .array(keys.map { .token("\"\($0)\"") })
        case .keyed(let key), .keyedLists(let key):
            return .array(
                keys.map { id in
                    guard case .object(let members) = record(table) else { return .object([]) }
                    return .object(
                        [("\"\(key)\"", .token("\"\(id)\""))]
                            + members.filter { $0.name != "\"\(key)\"" && !$0.name.hasPrefix("\"\\u") })
                })
        case nil: return .object([])
        }
    }

    private mutating func remoteConfig(_ spelling: Spelling) -> Sample {
        let data = random.pick(["\"{\\\"a\\\":1}\"", "\"\"", "\"\\\"{\\\\\\\"twice\\\\\\\":1}\\\"\""])
        switch spelling.text {
        case "remote_config":
            return .object([("\"lang\"", .token(random.pick(["\"en\"", "\"fr\""]))), ("\"data\"", .token(data))])
        case "remoteConfig" where column == .sdk3Bridge:
            return .object([
                ("\"lang\"", .token("\"en\"")), ("\"data\"", .object([("\"a\"", .token("1"))])),
                ("\"dataString\"", .token(random.pick(["\"{\\\"a\\\":1}\"", "\"\""]))),
            ])
        case "remoteConfig", "customPayload": return .object([("\"a\"", .token("1"))])
        case "locale": return .token("\"en\"")
        default: return .token(data)
        }
    }
}

@_spi(Tools) import AdaptyMigrationTools

extension JSON {
    static func detection(_ found: Detection) -> JSON {
        .object([
            ("dialect", .text(found.dialect.rawValue)), ("kind", .text(found.kind.rawValue)),
            ("mediaType", .text(found.dialect.mediaType)),
            ("alsoFits", .list(found.alsoFits.map { .text($0.rawValue) })),
            ("targets", .list(found.kind.dialects.map { .text($0.rawValue) })),
            (
                "evidence",
                .list(
                    found.facts.map { .object([("fact", .text($0.sentence)), ("pointer", .text(orNull: $0.pointer))]) })
            ),
        ])
    }

    static func lineage(_ entry: Lineage.Entry) -> JSON {
        .object([
            ("action", .text(entry.action.rawValue)), ("sources", .list(entry.sources.map { .text($0) })),
            ("targets", .list(entry.targets.map { .text($0) })),
            ("table", .text(orNull: entry.field?.table)), ("row", .text(orNull: entry.field?.row)),
            ("codec", .text(orNull: entry.field?.codec)),
            ("summary", .text(orNull: entry.field?.summary)), ("history", .text(orNull: entry.field?.history)),
            ("note", .text(entry.note)),
        ])
    }

    static func ledger(_ migration: Migration) -> JSON {
        let counts = migration.ledger.counts.sorted { $0.key.rawValue < $1.key.rawValue }
        let losses = migration.ledger.entries.filter { JSON.losses.contains($0.action) }.map {
            loss($0.action, $0.path, $0.target, $0.note)
        }
        let missing = (migration.lineage?.entries ?? []).filter { $0.action == .missing }.map {
            loss($0.action, "", $0.targets.first, $0.note)
        }
        return .object([
            ("counts", .object(counts.map { ($0.key.rawValue, .number(Int64($0.value))) })),
            ("losses", .list(losses + missing)),
        ])
    }

    private static func loss(_ action: Ledger.Action, _ path: String, _ target: String?, _ note: String) -> JSON {
        .object([
            ("action", .text(action.rawValue)), ("path", .text(path)), ("target", .text(orNull: target)),
            ("note", .text(note)),
        ])
    }

    /// The actions that a reader of the converted document must know about. Missing fields are left out, because the
    /// lineage reports them once, without the dialects on the way.
    private static let losses: Set<Ledger.Action> = [
        .unreadable, .defaulted, .newerThanTarget, .noSuccessor, .dropped, .stale, .otherDocument,
    ]

    /// A document as a string, so that the bytes survive parsing of the answer.
    fileprivate static func document(_ bytes: [UInt8], in dialect: Dialect) -> JSON {
        .object([
            ("dialect", .text(dialect.rawValue)), ("mediaType", .text(dialect.mediaType)),
            ("text", .text(String(decoding: bytes, as: UTF8.self))),
            ("bytes", .number(Int64(bytes.count))), ("sha256", .text(SHA256Hash.hex(bytes))),
        ])
    }
}

extension ExplainedConversion {
    var json: JSON {
        .object([
            ("detection", .detection(detection)),
            ("source", .document(payload, in: detection.dialect)),
            ("target", .document(migration.documentWithoutResidue, in: migration.target)),
            ("residue", migration.residue.map { .text(String(decoding: $0.json, as: UTF8.self)) } ?? .null),
            ("lineage", .list((migration.lineage?.entries ?? []).map { .lineage($0) })),
            ("ledger", .ledger(migration)),
            ("roundTrip", roundTrip),
            (
                "access",
                .object([
                    ("at", .text(Instant.text(instant / 1000))), ("isSame", .flag(accessDifferences.isEmpty)),
                    ("differences", .list(accessDifferences.map { .text($0) })),
                ])
            ),
        ])
    }

    private var roundTrip: JSON {
        .object([
            ("isExact", .flag(restored == payload)), ("sha256", .text(orNull: restored.map { SHA256Hash.hex($0) })),
            ("bytes", restored.map { .number(Int64($0.count)) } ?? .null),
        ])
    }
}

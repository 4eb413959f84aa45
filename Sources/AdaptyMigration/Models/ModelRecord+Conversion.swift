extension ModelRecord {
    public init?(json: JSONView) {
        guard json.kind == .object else { return nil }
        self.init()
        for member in json.index.members(json.node) {
            let name = json.index.name(member.name)
            let view = JSONView(index: json.index, node: member.value)
            if let entry = Self.mapping.entry(named: name), entry.accessor.read(view, &self) {
                unknown.removeAll { $0.name == name }
            } else {
                unknown.removeAll { $0.name == name }
                unknown.append(RawMember(name: name, json: view.bytes))
            }
        }
    }

    public var json: [UInt8] {
        var out: [UInt8] = [0x7B]
        func write(_ name: String, _ value: [UInt8]) {
            if out.count > 1 { out.append(0x2C) }
            out += JSONText.encode(name) + [0x3A] + value
        }
        for entry in Self.mapping.entries {
            switch entry.accessor.write(self) {
            case .absent: continue
            case .null: write(entry.name, Array("null".utf8))
            case .value(let bytes): write(entry.name, bytes)
            }
        }
        for member in unknown { write(member.name, member.json) }
        return out + [0x7D]
    }

    /// A record of one side from a record of the other: each row moves its field; what this side has no field for is
    /// retained, and what an earlier conversion retained for this side is given back.
    public init(converting other: some ModelRecord) {
        self.init()
        move(from: other)
    }

    public static func converting(_ other: any ModelValue) -> Self? {
        if let same = other as? Self { return same }
        return (other as? any ModelRecord).map { Self(converting: $0) }
    }

    private mutating func move<Other: ModelRecord>(from other: Other) {
        for entry in Other.mapping.entries {
            let presence = entry.accessor.get(other)
            if case .absent = presence { continue }
            if let target = Self.mapping.entry(row: entry.rowID), target.accessor.set(presence, &self) { continue }
            guard let bytes = presenceBytes(entry.accessor.write(other)) else { continue }
            retained.append(RawMember(name: entry.rowID, json: bytes))
        }
        for member in other.retained {
            guard let entry = Self.mapping.entry(row: member.name), let index = try? JSONScanner.index(member.json),
                  entry.accessor.read(JSONView(index: index, node: 0), &self)
            else {
                retained.append(member)
                continue
            }
        }
        for member in other.unknown { keep(member) }
    }

    /// An unknown member of the other side may be a field of this one (`remote_config` beside `custom_payload`): it wins.
    private mutating func keep(_ member: RawMember) {
        if member.json != Array("null".utf8), let entry = Self.mapping.entry(named: member.name),
           let index = try? JSONScanner.index(member.json), entry.accessor.read(JSONView(index: index, node: 0), &self) {
            return
        }
        unknown.append(member)
    }

    private func presenceBytes(_ presence: Presence<[UInt8]>) -> [UInt8]? {
        switch presence {
        case .absent: nil
        case .null: Array("null".utf8)
        case .value(let bytes): bytes
        }
    }
}

extension ModelRecord {
    /// Reads a record of any dialect it has.
    ///
    /// - Parameter dialect: the document's dialect; `nil` to recognise it from evidence.
    /// - Throws: ``MigrationError`` when the bytes are not JSON, not of this kind, or of no single dialect.
    public init(decoding document: [UInt8], as dialect: Dialect? = nil) throws(MigrationError) {
        let home = try ModelBridge.home(document, dialect, Self.homeDialect, Self.mapping.table)
        guard let record = Self(json: JSONView(index: home, node: 0)) else {
            throw MigrationError(.unrecognised, "the document is not an object", remedy: "give one \(Self.mapping.table.title.lowercased()) object")
        }
        self = record
    }

    /// Writes the record in a dialect; ``homeDialect`` when `nil`. Members are compact, in the order of the table.
    public func encoded(as dialect: Dialect? = nil) throws(MigrationError) -> [UInt8] {
        try ModelBridge.away(json, Self.homeDialect, dialect ?? Self.homeDialect, Self.mapping.table)
    }
}

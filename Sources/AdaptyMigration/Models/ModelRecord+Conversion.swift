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
        for member in unknown
        where Self.mapping.entry(named: member.name).map({ presenceBytes($0.accessor.write(self)) == nil }) ?? true {
            write(member.name, member.json)
        }
        return out + [0x7D]
    }

    /// A record of one side from a record of the other: each row moves its field; what this side has no field for is
    /// retained, and what an earlier conversion retained for this side is given back.
    public init(converting other: some ModelRecord) {
        guard let from = type(of: other).mapping.layout, let to = Self.mapping.layout,
            var conversion = LayoutConversion(from, to, isNested: false)
        else {
            self.init(general: other)
            return
        }
        self.init()
        withUnsafePointer(to: other) { source in
            withUnsafeMutablePointer(to: &self) { target in
                _ = conversion.convert(UnsafeRawPointer(source), UnsafeMutableRawPointer(target))
            }
        }
        finish(conversion, from: other)
    }

    /// The general path: every field through the JSON of its value.
    init<Other: ModelRecord>(general other: Other) {
        self.init()
        for entry in Other.mapping.entries { move(entry, from: other) }
        for member in other.retained { giveBack(member, from: other) }
        for member in other.unknown { keep(member, Other.self) }
    }

    /// What the layouts could not decide.
    private mutating func finish<Other: ModelRecord>(_ conversion: borrowing LayoutConversion, from other: Other) {
        for position in conversion.openFields { move(Other.mapping.entries[position], from: other) }
        if let first = conversion.openRetained {
            for member in other.retained[first...] { giveBack(member, from: other) }
        }
        if let first = conversion.openUnknown { for member in other.unknown[first...] { keep(member, Other.self) } }
    }

    public static func converting(_ other: any ModelValue) -> Self? {
        if let same = other as? Self { return same }
        return (other as? any ModelRecord).map { Self(converting: $0) }
    }

    private mutating func move<Other: ModelRecord>(_ entry: RecordMapping<Other>.Entry, from other: Other) {
        guard let bytes = presenceBytes(entry.accessor.write(other)) else { return }
        guard let target = Self.mapping.entry(row: entry.rowID), target.accessor.set(entry.accessor.get(other), &self)
        else { return place(entry.rowID, bytes) }
        var back = Other()
        if !entry.accessor.set(target.accessor.get(self), &back)
            || !means(presenceBytes(entry.accessor.write(back)), bytes)
        {
            retained.append(RawMember(name: entry.rowID, json: bytes))
        }
    }

    /// Whether the way back gave the same value; members without a property may change places.
    private func means(_ back: [UInt8]?, _ bytes: [UInt8]) -> Bool {
        guard let back else { return false }
        guard back != bytes else { return true }
        guard let one = try? JSONScanner.index(back), let other = try? JSONScanner.index(bytes) else { return false }
        return Fingerprint.canonical(one, 0) == Fingerprint.canonical(other, 0)
    }

    /// A value this side has no property for: under the name this side's dialect has for it, else retained.
    private mutating func place(_ rowID: String, _ bytes: [UInt8]) {
        if let name = Table[Self.mapping.table].row(rowID)?.name(in: Self.homeDialect.column) {
            unknown.append(RawMember(name: name, json: bytes))
        } else {
            retained.append(RawMember(name: rowID, json: bytes))
        }
    }

    /// What an earlier conversion retained for this side; only while the other side still says the same.
    private mutating func giveBack<Other: ModelRecord>(_ member: RawMember, from other: Other) {
        guard let entry = Self.mapping.entry(row: member.name) else { return place(member.name, member.json) }
        var candidate = Self()
        guard let index = try? JSONScanner.index(member.json),
            entry.accessor.read(JSONView(index: index, node: 0), &candidate)
        else {
            retained.append(member)
            return
        }
        if let source = Other.mapping.entry(row: member.name) {
            var again = Other()
            guard source.accessor.set(entry.accessor.get(candidate), &again),
                presenceBytes(source.accessor.write(again)) == presenceBytes(source.accessor.write(other))
            else { return }
        }
        _ = entry.accessor.set(entry.accessor.get(candidate), &self)
        retained.removeAll { $0.name == member.name }
    }

    /// A member the other side has no property for may be a field of this one (`remote_config` beside
    /// `custom_payload`), may have no place in this side's dialect, or passes through.
    private mutating func keep<Other: ModelRecord>(_ member: RawMember, _ other: Other.Type) {
        if let entry = Self.mapping.entry(named: member.name),
            member.json != Array("null".utf8) || presenceBytes(entry.accessor.write(self)) == nil,
            let index = try? JSONScanner.index(member.json), entry.accessor.read(JSONView(index: index, node: 0), &self)
        {
            return
        }
        let row = Table[Self.mapping.table].rows.first { row in
            row.names[Other.homeDialect.column].contains { $0.text == member.name }
        }
        if let row, row.names.written(Self.homeDialect.column) == nil {
            retained.append(RawMember(name: row.id, json: member.json))
        } else {
            unknown.append(member)
        }
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
        if let column = ModelBridge.column(dialect, Self.homeDialect, Self.mapping.table),
            let record = Self(typed: document[...], column, mayBeWrapped: ModelBridge.kind(Self.mapping.table) != nil)
        {
            self = record
            return
        }
        let source = try ModelBridge.Source(document, dialect, Self.homeDialect, Self.mapping.table)
        if let record = Self(typed: source.index.raw(source.node), source.column, envelopeID: source.envelopeID) {
            self = record
            return
        }
        try self.init(general: source)
    }

    /// The typed path: one pass over the bytes. `nil` when the general path has to read them.
    init?(typed document: ArraySlice<UInt8>, _ column: Column, mayBeWrapped: Bool = false, envelopeID: [UInt8]? = nil) {
        guard let layout = Self.mapping.layout, let plan = layout.decoding(column) else { return nil }
        self.init()
        let isRead = document.withUnsafeBufferPointer { bytes in
            withUnsafeMutablePointer(to: &self) { model in
                mayBeWrapped
                    ? plan.readWrapped(bytes, UnsafeMutableRawPointer(model))
                    : plan.read(bytes, UnsafeMutableRawPointer(model), envelopeID)
            }
        }
        guard isRead else { return nil }
    }

    /// The general path: converted as bytes, then read through an index.
    init(general source: ModelBridge.Source) throws(MigrationError) {
        let home = try source.converted(to: Self.homeDialect.column, Self.mapping.table)
        guard let record = Self(json: JSONView(index: home, node: 0)) else {
            throw MigrationError(
                .unrecognised, "the document is not an object",
                remedy: "give one \(Self.mapping.table.title.lowercased()) object")
        }
        self = record
    }

    /// Writes the record in a dialect; ``homeDialect`` when `nil`. Members are compact, in the order of the table.
    public func encoded(as dialect: Dialect? = nil) throws(MigrationError) -> [UInt8] {
        let column = (dialect ?? Self.homeDialect).column
        if let bytes = encodedTyped(column) { return bytes }
        return try encodedGeneral(column)
    }

    /// The typed path; `nil` when the general path has to write the record.
    func encodedTyped(_ column: Column) -> [UInt8]? {
        guard let plan = Self.mapping.layout?.encoding(column) else { return nil }
        // Most records fit.
        var writer = TypedWriter(capacity: 4096)
        withUnsafePointer(to: self) { plan.write(UnsafeRawPointer($0), &writer) }
        return writer.isDeclined ? nil : writer.bytes
    }

    /// The general path: written under the home names, then converted as bytes.
    func encodedGeneral(_ column: Column) throws(MigrationError) -> [UInt8] {
        try ModelBridge.away(json, Self.homeDialect.column, column, Self.mapping.table)
    }
}

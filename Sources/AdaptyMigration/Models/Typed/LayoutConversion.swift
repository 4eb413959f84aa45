/// Moves the fields of a record of one model to a record of another, by address and without writing them as JSON.
///
/// The rule is that of ``ModelRecord/init(converting:)``: what the way back would not give back is retained. A field
/// that both sides hold in one type comes back by itself; a record inside comes back when everything in it does, which
/// is what "exact" means here; members without a field may change places. What cannot be decided from the two layouts
/// is left to the general path.
///
/// **Contract.** `source` and `target` are the addresses of initialised models of the two layouts, held by the caller.
struct LayoutConversion: ~Copyable {
    let from: RecordLayout
    let to: RecordLayout
    /// Fields of `from` that the general path has to move.
    private(set) var openFields: [Int] = []
    /// The first member of `retained` and of `unknown` from which on the general path has to do the work.
    private(set) var openRetained: Int?
    private(set) var openUnknown: Int?
    private let isNested: Bool
    private var unknown: [RawMember] = []
    private var retained: [RawMember] = []

    /// - Parameter isNested: the record is inside another, so nothing may be left open and the way back must be exact.
    init?(_ from: RecordLayout, _ to: RecordLayout, isNested: Bool) {
        guard from.table.id == to.table.id else { return nil }
        self.from = from
        self.to = to
        self.isNested = isNested
    }

    /// Fills the new record at `target`; false when a nested record is not exact, and the target is then to be
    /// forgotten.
    mutating func convert(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) -> Bool {
        for position in 0..<from.references.count where !move(position, source, target) {
            if isNested { return false }
            openFields.append(position)
        }
        let back = (source + from.retained).assumingMemoryBound(to: [RawMember].self)
        for (position, member) in back.pointee.enumerated() where !giveBack(member, target) {
            if isNested { return false }
            openRetained = position
            break
        }
        let strangers = (source + from.unknown).assumingMemoryBound(to: [RawMember].self)
        for (position, member) in strangers.pointee.enumerated() where !keep(member, target) {
            if isNested { return false }
            openUnknown = position
            break
        }
        if !unknown.isEmpty { (target + to.unknown).assumingMemoryBound(to: [RawMember].self).pointee = unknown }
        if !retained.isEmpty { (target + to.retained).assumingMemoryBound(to: [RawMember].self).pointee = retained }
        return true
    }

    private mutating func move(_ position: Int, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) -> Bool {
        let from = from.references, to = to.references
        let field = source + from[position].offset
        guard let match = self.to.byRow[from[position].row] else {
            return from.isAbsent(position, source) || place(position, source)
        }
        let place = target + to[match].offset
        if to[match].ops.type == from[position].ops.type {
            from.copy(position, field, place)
            return true
        }
        if from.isAbsent(position, source) { return true }
        if from[position].ops.isNull(field) {
            to[match].ops.setNull(place)
            return true
        }
        return from[position].ops.withValue(field) { to[match].ops.convert($0, from[position].ops.shape, place) }
    }

    /// A field the target model has none for: under the name its dialect has for it, else retained.
    private mutating func place(_ position: Int, _ source: UnsafeRawPointer) -> Bool {
        let fields = from.references, row = fields[position].row
        guard case .leaf = fields[position].ops.shape else { return false }
        guard let lexeme = fields.lexeme(position, source) else { return false }
        if let name = to.written[row] {
            guard !isNested || name == fields[position].name else { return false }
            unknown.add(RawMember(name: name, lexeme: lexeme))
        } else {
            retained.add(RawMember(name: from.table.rows[row].id, lexeme: lexeme))
        }
        return true
    }

    /// What an earlier conversion retained for the target model.
    private mutating func giveBack(_ member: RawMember, _ target: UnsafeMutableRawPointer) -> Bool {
        guard let row = from.rows.find(member.name), from.byRow[row] == nil, !isNested || from.written[row] == nil
        else { return false }
        if let position = to.byRow[row] {
            return read(member.lexeme, position, target)
        }
        guard let name = to.written[row] else {
            retained.add(member)
            return true
        }
        guard !isNested || from.fields.find(name) == nil && to.spellings.find(name) == row else { return false }
        unknown.add(RawMember(name: name, lexeme: member.lexeme))
        return true
    }

    /// A member without a field: a field of the target, or retained where the target's dialect has no place for it, or
    /// passed through.
    private mutating func keep(_ member: RawMember, _ target: UnsafeMutableRawPointer) -> Bool {
        if let position = to.fields.find(member.name) { return set(position, member, target) }
        if let row = from.spellings.find(member.name), to.written[row] == nil {
            guard !isNested || from.byRow[row] == nil && from.written[row] == member.name else { return false }
            retained.add(RawMember(name: from.table.rows[row].id, lexeme: member.lexeme))
            return true
        }
        if isNested {
            guard from.fields.find(member.name) == nil else { return false }
            if let row = to.spellings.find(member.name), from.written[row] == nil { return false }
        }
        unknown.add(member)
        return true
    }

    /// A member that is a field of the target. It must come back as the field's type writes it.
    private mutating func set(_ position: Int, _ member: RawMember, _ target: UnsafeMutableRawPointer) -> Bool {
        let fields = to.references, row = fields[position].row
        guard case .leaf = fields[position].ops.shape, fields.isAbsent(position, target), from.byRow[row] == nil,
            read(member.lexeme, position, target)
        else { return false }
        // A leaf is written as it was read, but for white space and for escapes, which are the same text.
        return !isNested
            || from.written[row] == member.name && fields.leaf(position) != .other
                && member.lexeme.withBytes { $0.last ?? 0 > 0x20 }
    }

    private func read(_ lexeme: Lexeme, _ position: Int, _ target: UnsafeMutableRawPointer) -> Bool {
        let fields = to.references
        return lexeme.withBytes { json in
            guard var reader = TypedReader(json) else { return false }
            return fields.read(position, &reader, target, nil) && reader.isAtEnd()
        }
    }
}

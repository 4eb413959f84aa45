/// The first step: the members of one object, and which of them need something.
extension RecordConversion {
    /// What is known of an object whose members were looked at.
    struct Members {
        /// The rows that have a member, and those whose member is null, one bit each.
        var seen: UInt64 = 0, nulls: UInt64 = 0

        /// The rows that the target's decoder finds.
        var said: UInt64 { seen & ~nulls }
    }

    /// Converts one object.
    mutating func object(_ node: Int, _ rules: UnsafePointer<TableRules>, given: Given? = nil) throws(MigrationError) {
        guard tape.nodes[node].kind == .object else { return }
        try refuseOtherAccess(node, rules)
        let first = pieces.count, outer = notes?.table
        if notes != nil { notes?.table = rules.pointee.id }
        var members: Members
        if let usual = gather(node, rules, given) {
            members = usual
        } else {
            gatherAll(node, rules, given)
            members = try resolve(first, rules)
        }
        let given = given.flatMap { $0.isKey || members.seen & $0.bit == 0 ? $0 : nil }
        let isInserted = given.map { members.seen & $0.bit == 0 } ?? false
        if let given { (members.seen, members.nulls) = (members.seen | given.bit, members.nulls & ~given.bit) }
        let object = GatheredObject(
            node: node, rules: rules, pieces: first..<pieces.count,
            added: needsAdditions(rules, members) ? try additions(node, rules, first..<pieces.count, &members) : [],
            given: given, isInserted: isInserted)
        try emit(object)
        pieces.shrink(to: first)
        try complete(object, members)
        if notes != nil { notes?.table = outer ?? nil }
    }

    /// Puts the members that need something on the stack.
    ///
    /// - Returns: `nil` where all members must be known before one can be written: two may be the same field, or one moves
    ///   to another object. Also where somebody listens, or a member is to be refused or filled.
    private mutating func gather(_ node: Int, _ rules: UnsafePointer<TableRules>, _ given: Given?) -> Members? {
        if notes != nil || refusesStrangers { return nil }
        let nodes = tape.nodes, end = Int(nodes[node].next), slots = rules.pointee.slots, first = pieces.count,
            before = counts
        var members = Members(), previous = 0, name = node &+ 1, quiet: UInt32 = 0
        while name < end {
            let value = name &+ 1, slot = slots[Int(nodes[name].number)]
            defer {
                previous = value
                name = Int(nodes[value].next)
            }
            guard slot > 0 else {
                if from.has(.javaScript), KnownNames.platforms.contains(nodes[name].number) {
                    pieces.append(Piece(name, previous, nil))
                } else {
                    counts.add(.unknown)
                }
                continue
            }
            let rule = rules.pointee.rules + (Int(slot) &- 1), kind = nodes[value].kind
            let isNew = members.seen & rule.pointee.bit == 0
            if kind == .null { members.nulls |= rule.pointee.bit }
            members.seen |= rule.pointee.bit
            if isNew, rule.pointee.quiet & kind.bit != 0 {
                quiet &+= 1
                continue
            }
            let isUnreadable = rule.pointee.unreadable & kind.bit != 0
            if !isNew || rule.pointee.needsAll || isUnreadable && options.strict
                || given.map({ isAffected(rule, kind, by: $0) }) ?? false
            {
                pieces.shrink(to: first)
                counts = before
                return nil
            }
            if needsWork(rule, value, kind) {
                pieces.append(Piece(name, previous, rule))
            } else {
                counts.add(isUnreadable ? .unreadable : .copied)
            }
        }
        if fills, members.nulls != 0 {
            pieces.shrink(to: first)
            counts = before
            return nil
        }
        counts.add(.copied, quiet)
        return members
    }

    private func isAffected(_ rule: UnsafePointer<MemberRule>, _ kind: JSONKind, by given: Given) -> Bool {
        rule.pointee.bit == given.bit && (given.isKey ? kind != .string : rule.pointee.isFallback)
    }

    @inline(__always)
    private func needsWork(_ rule: UnsafePointer<MemberRule>, _ value: Int, _ kind: JSONKind) -> Bool {
        if rule.pointee.isRenamed { return true }
        switch rule.pointee.operation {
        case .cut, .composite: return true
        case .leaf: return !stays(rule, value, kind)
        default: return kind.isContainer
        }
    }

    /// Whether a leaf stays as it is.
    @inline(__always)
    func stays(_ rule: UnsafePointer<MemberRule>, _ value: Int, _ kind: JSONKind) -> Bool {
        if (rule.pointee.same | rule.pointee.unreadable) & kind.bit != 0 { return true }
        if kind == .number { return rule.pointee.isInteger && tape.text(value).isDecimal }
        guard rule.pointee.isDate, kind == .string else { return false }
        let node = tape.nodes[value]
        return CanonicalDate.matches(tape.view, Int(node.start) &+ 1, Int(node.end) &- 1)
    }

    /// Puts all members on the stack, those of an object that contains fields after it.
    private mutating func gatherAll(_ node: Int, _ rules: UnsafePointer<TableRules>, _ given: Given?) {
        var previous = 0
        for name in tape.names(node) {
            defer { previous = name + 1 }
            guard let rule = rules.pointee.rule(tape.nodes[name].number) else {
                pieces.append(Piece(name, previous, nil))
                continue
            }
            guard rule.pointee.operation == .holder else {
                var piece = Piece(name, previous, rule)
                if let given, isOverruled(rule, by: given) { piece.fate = .overruled }
                pieces.append(piece)
                continue
            }
            guard tape.nodes[name + 1].kind == .object else {
                pieces.append(Piece(name, previous, rule.pointee.scalar))
                continue
            }
            let position = pieces.count
            pieces.append(Piece(name, previous, rule))
            if isRepeated(name, in: node) {
                pieces[position].fate = .repeated
                continue
            }
            gatherHeld(name, rule)
            let isEmpty = tape.names(name + 1).isEmpty && from == to
            if hasFields(after: position) || refusesStrangers && !isEmpty || !rules.pointee.writes(tape.string(name)) {
                continue
            }
            // Without fields it says as much in the target.
            pieces.shrink(to: position)
            pieces.append(Piece(name, previous, nil))
            pieces[position].fate = .verbatim
        }
    }

    /// SDK 1.x copied the envelope's id over the profile's.
    private func isOverruled(_ rule: UnsafePointer<MemberRule>, by given: Given) -> Bool {
        !given.isKey && rule.pointee.isFallback && rule.pointee.bit == given.bit
    }

    /// Whether a later member of the object has the same name.
    private func isRepeated(_ name: Int, in object: Int) -> Bool {
        tape.last(tape.nodes[name].number, in: object) != name + 1
    }

    private func hasFields(after position: Int) -> Bool {
        (position + 1..<pieces.count).contains { pieces[$0].isField }
    }

    /// The members of an object that contains fields, and of the objects of platforms in it.
    private mutating func gatherHeld(_ holder: Int, _ rule: UnsafePointer<MemberRule>, in platform: Int? = nil) {
        guard let fields = rule.pointee.child else { return }
        var previous = 0
        for name in tape.names((platform ?? holder) + 1) {
            let field = fields.pointee.rule(tape.nodes[name].number)
            pieces.append(Piece(name, previous, field, holder: holder, isInPlatform: platform != nil))
            previous = name + 1
            guard field?.pointee.operation == .platform, platform == nil else { continue }
            if isRepeated(name, in: holder + 1) {
                pieces[pieces.count - 1].fate = .repeated
                continue
            }
            if tape.kind(name + 1) == .object { gatherHeld(holder, rule, in: name) }
        }
    }
}

/// Objects that contain fields of the record (`placement`), and fields that move into one or out of one.
extension RecordConversion {
    /// The positions of the fields that the target has in an object of a name.
    private func fields(in holder: Text, of object: GatheredObject) -> [Int] {
        object.pieces.filter { position in
            let piece = pieces[position]
            return piece.fate == .stands && piece.isField && piece.rule?.pointee.holder == holder
        }
    }

    /// Whether the source has an object of this name with one of the fields.
    private func isThere(_ holder: Text, with fields: [Int]) -> Bool {
        fields.contains { position in
            let name = Int(pieces[position].holder)
            return name > 0 && JSONText.encode(tape.string(name)) == holder.array
        }
    }

    /// A field for which the target has an object: the first one is written where it stands, with all others.
    mutating func moveIn(_ position: Int, of object: GatheredObject, _ emission: inout Emission) throws(MigrationError)
    {
        let piece = pieces[position], name = Int(piece.name)
        guard let holder = piece.rule?.pointee.holder, !emission.holders.contains(holder),
            case let fields = fields(in: holder, of: object), !isThere(holder, with: fields)
        else { return cut(name, &emission) }
        begin(name, &emission)
        replace(name, holder)
        copy(to: start(piece.value))
        try put(fields, in: holder, of: object)
        copied = end(piece.value)
        emission.last = piece.value
        emission.holders.append(holder)
    }

    /// An object of the source that contains fields.
    mutating func holder(_ position: Int, of object: GatheredObject, _ emission: inout Emission) throws(MigrationError)
    {
        let piece = pieces[position], name = Int(piece.name)
        guard let rule = piece.rule else { return }
        if piece.fate == .repeated {
            stash(piece.value, "a later member of the same name was used")
            return cut(name, &emission)
        }
        let inside = inside(position, of: object), holder = rule.pointee.target
        if let trace = notes?.trace {
            let strangers = inside.map { pieces[$0] }.filter { $0.rule == nil && !$0.isInPlatform }
            trace.holder(
                piece.value, tape.string(name), strangers: strangers.map { ($0.value, tape.string(Int($0.name))) })
        }
        let isBase =
            inside.contains { pieces[$0].fate == .stands && pieces[$0].rule?.pointee.holder == holder }
            && !emission.holders.contains(holder)
        stashStrangers(position, inside, stay: isBase && !refusesStrangers)
        if isBase {
            begin(name, &emission)
            try rewrite(piece.value, inside, fields(in: holder, of: object), in: holder, of: object)
            emission.last = piece.value
            emission.holders.append(holder)
        } else {
            cut(name, &emission)
        }
        // What was in an object of a platform comes last.
        for isInPlatform in [false, true] {
            for position in inside where pieces[position].isInPlatform == isInPlatform && pieces[position].isField {
                if !isLeftOut(pieces[position], of: object) { try moveOut(position, of: object, &emission) }
            }
        }
    }

    /// Tells what is lost with an object that contains fields: members that are in no table, and empty objects.
    private mutating func stashStrangers(_ holder: Int, _ inside: Range<Int>, stay: Bool) {
        func stash(_ position: Int) { self.stash(pieces[position].value, "the target has no object for it") }
        if inside.isEmpty { return stash(holder) }
        for position in inside {
            let piece = pieces[position]
            if piece.rule == nil, stay, !piece.isInPlatform { continue }
            let isPlatform = piece.rule?.pointee.operation == .platform
            let hasMembers = tape.kind(piece.value) == .object && !tape.names(piece.value).isEmpty
            if piece.rule == nil || isPlatform && (!hasMembers || piece.fate == .repeated) { stash(position) }
        }
    }

    /// The positions of what is in an object that contains fields: they follow it.
    private func inside(_ position: Int, of object: GatheredObject) -> Range<Int> {
        let end = (position + 1..<object.pieces.upperBound).first { pieces[$0].holder != pieces[position].name }
        return position + 1..<(end ?? object.pieces.upperBound)
    }

    /// A field of an object that the target has elsewhere.
    private mutating func moveOut(_ position: Int, of object: GatheredObject, _ emission: inout Emission)
        throws(MigrationError)
    {
        let field = pieces[position]
        guard let rule = field.rule else { return }
        guard rule.pointee.holder.count > 0 else {
            add(rule.pointee.target, &emission)
            return try putValue(field, rule, of: object)
        }
        let holder = rule.pointee.holder, fields = fields(in: holder, of: object)
        if emission.holders.contains(holder) || isThere(holder, with: fields) { return }
        add(holder, &emission)
        emission.holders.append(holder)
        try put(fields, in: holder, of: object)
    }

    /// The object where it stands: what stays in it, then what comes into it.
    private mutating func rewrite(
        _ node: Int, _ inside: Range<Int>, _ fields: [Int], in holder: Text, of object: GatheredObject
    ) throws(MigrationError) {
        var emission = Emission(node)
        for position in inside where !pieces[position].isInPlatform {
            let piece = pieces[position]
            advance(to: Int(piece.previous), &emission)
            if let rule = piece.rule, piece.fate == .stands, rule.pointee.holder == holder,
                rule.pointee.platform.count == 0
            {
                begin(Int(piece.name), &emission)
                emission.last = piece.value
                pieces[position].fate = .written
                try stay(piece, rule, of: object)
            } else if piece.rule != nil || refusesStrangers {
                cut(Int(piece.name), &emission)
            }
        }
        let coming = fields.filter { pieces[$0].fate == .stands }
        if !coming.isEmpty || object.added.contains(where: { $0.isIn(holder) }) {
            advanceToEnd(&emission)
            if emission.last > 0 { copy(to: end(emission.last)) }
            try putMembers(coming, in: holder, of: object, isFirst: emission.isEmpty)
            emission.isEmpty = false
            edits += 1
        }
        finish(&emission)
    }

    /// A new object with fields of the record.
    private mutating func put(_ fields: [Int], in holder: Text, of object: GatheredObject) throws(MigrationError) {
        out.put(.openBrace)
        try putMembers(fields, in: holder, of: object, isFirst: true)
        out.put(.closeBrace)
    }

    /// The members one behind another; those of one platform in one object.
    private mutating func putMembers(_ fields: [Int], in holder: Text, of object: GatheredObject, isFirst: Bool)
        throws(MigrationError)
    {
        var isFirst = isFirst, platforms: [Text] = []
        func isIn(_ platform: Text) -> [Int] { fields.filter { pieces[$0].rule?.pointee.platform == platform } }
        for position in fields {
            guard let rule = pieces[position].rule else { continue }
            let platform = rule.pointee.platform
            if platforms.contains(platform) { continue }
            if !isFirst { out.put(.comma) }
            isFirst = false
            guard platform.count > 0 else {
                try putMember(position, of: object)
                continue
            }
            platforms.append(platform)
            out.put(platform)
            out.put(":{")
            for (number, member) in isIn(platform).enumerated() {
                if number > 0 { out.put(.comma) }
                try putMember(member, of: object)
            }
            out.put(.closeBrace)
        }
        for addition in object.added where addition.isIn(holder) {
            if !isFirst { out.put(.comma) }
            isFirst = false
            out.put(JSONText.member(addition.target[1], addition.value))
        }
    }

    private mutating func putMember(_ position: Int, of object: GatheredObject) throws(MigrationError) {
        let piece = pieces[position]
        guard let rule = piece.rule else { return }
        pieces[position].fate = .written
        out.put(rule.pointee.target)
        out.put(.colon)
        try putValue(piece, rule, of: object)
    }

    /// What the source does not say, at the end of the object.
    mutating func append(of object: GatheredObject, _ emission: inout Emission) throws(MigrationError) {
        advanceToEnd(&emission)
        for addition in object.added where !addition.isInPlace {
            guard addition.target.count > 1 else { continue }
            let name = JSONText.encode(addition.target[0])
            if emission.holders.contains(where: { $0.array == name }) { continue }
            let holder = addition.holder
            add(holder, &emission)
            emission.holders.append(holder)
            try put([], in: holder, of: object)
        }
        for addition in object.added where !addition.isInPlace && addition.target.count == 1 {
            add(addition.target[0], &emission)
            out.put(addition.value)
        }
    }
}

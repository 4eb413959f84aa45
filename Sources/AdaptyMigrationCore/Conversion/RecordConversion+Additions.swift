/// What the source does not say: what a clock can tell, what an SDK computes, and what a decoder refuses to miss.
extension RecordConversion {
    func needsAdditions(_ rules: UnsafePointer<TableRules>, _ members: Members) -> Bool {
        options.fillRequired && rules.pointee.required & ~members.said != 0
            || (instant != nil || saysDates)
                && (rules.pointee.id == .accessLevel || rules.pointee.id == .subscription)
            || refusesStrangers && rules.pointee.id == .paywall
            || mayHaveDetails(rules)
    }

    /// Whether it may be a product with discounts or `subscription_details`, and the target has an `offer` in their place.
    private func mayHaveDetails(_ rules: UnsafePointer<TableRules>) -> Bool {
        to.dialect.isSDK3 && rules.pointee.id == .product && (from == .sdk2 || from.has(.formerDiscounts))
    }

    /// - Parameter members: gets what is added.
    mutating func additions(
        _ node: Int, _ rules: UnsafePointer<TableRules>, _ range: Range<Int>, _ members: inout Members
    ) throws(MigrationError) -> [Addition] {
        let targets = rules.pointee.targets, rows = rules.pointee.rows
        var added: [Addition] = []
        func add(_ row: Int, _ value: [UInt8], _ action: Ledger.Action, _ note: String) {
            let bit: UInt64 = 1 << UInt64(row)
            guard members.said & bit == 0, let target = targets[row] else { return }
            added.append(
                Addition(
                    row: row, target: target, holder: rules.pointee.holder(row), value: value,
                    isInPlace: members.seen & bit != 0 && !refusesStrangers, action: action, note: note))
            (members.seen, members.nulls) = (members.seen | bit, members.nulls & ~bit)
        }
        func add(_ id: String, _ value: [UInt8], _ note: String) {
            if let row = rows.firstIndex(where: { $0.id == id }) { add(row, value, .derived, note) }
        }
        if let instant {
            for (id, value) in Derivation.values(tape, node, rules.pointee.id, at: instant) {
                add(id, Array((value ? "true" : "false").utf8), "from its dates, at the given instant")
            }
        }
        for (id, value, note) in saysByDates(node, rules) { add(id, value, note) }
        if refusesStrangers, rules.pointee.id == .paywall {
            for (id, value) in computed(range, rows) { add(id, value, "from other members") }
        }
        if mayHaveDetails(rules), let offer = offer(node, range, rows, members) {
            add(offer.row, offer.text, .recoded, "")
        }
        guard options.fillRequired else { return added }
        for row in rules.pointee.requiredRows where members.said & 1 << UInt64(row) == 0 {
            guard let target = targets[row] else { continue }
            let field = rows[row]
            guard field.hasPlaceholder(from: from) else { throw noPlaceholder(target.joined(separator: "/"), node) }
            guard let value = placeholder(for: field, in: node, of: rules.pointee.table) else { continue }
            add(row, value, .defaulted, "placeholder \(String(decoding: value, as: UTF8.self))")
        }
        return added
    }

    /// The offer that SDK 3.2 has in the place of those of older products, whose parts are told.
    private mutating func offer(
        _ product: Int, _ range: Range<Int>, _ rows: [Row], _ members: Members
    ) -> (row: Int, text: [UInt8])? {
        var positions: [DetailsOffer.Part: Int] = [:]
        let isOlder = from == .sdk2
        for position in range where pieces[position].isField && pieces[position].fate == .stands {
            guard pieces[position].holder > 0 || isOlder, let rule = pieces[position].rule else { continue }
            if let part = DetailsOffer.Part(rawValue: rows[Int(rule.pointee.row)].id) { positions[part] = position }
        }
        guard !positions.isEmpty, let row = rows.firstIndex(where: { $0.id == "offer" }),
            members.said & 1 << UInt64(row) == 0, case let parts = positions.mapValues({ pieces[$0].value }),
            let made = isOlder
                ? DetailsOffer.offer(parts, ofOlder: product, tape.index) : DetailsOffer.offer(parts, tape.index)
        else { return nil }
        let used = made.used.compactMap { positions[$0] }, target = ["subscription", "offer"]
        for position in used {
            let value = pieces[position].value
            note(.recoded, value, target: target.joined(separator: "/"), "the one offer of SDK 3.2")
            pieces[position].fate = .written
        }
        // It takes the place of a null.
        let nulls = range.filter { pieces[$0].rule?.pointee.bit == 1 << UInt64(row) }
        let values = (used + nulls).map { pieces[$0].value }
        link(.recoded, values, [target], row)
        guard to.has(.javaScript), let index = try? JSONScanner.index(made.text) else { return (row, made.text) }
        return ObjectNames.offer.renamed(index, 0, toJavaScript: true).map { (row, $0) }
    }

    private func noPlaceholder(_ name: String, _ node: Int) -> MigrationError {
        let reason: String, remedy: String
        switch (from, name, options.instant) {
        case (.serverV2, "is_active", nil):
            (reason, remedy) = ("depends on the current time", "set `instant` to the time at which to derive it")
        case (.serverV2, "is_active", _):
            reason = "cannot be derived because its dates cannot be read"
            remedy = "write starts_at and expires_at with their time zones (2030-01-01T00:00:00+0000)"
        default: (reason, remedy) = ("is required", "add it, or convert without `fillRequired`")
        }
        return refusal(.missingRequired, "\(name) \(reason), and no placeholder is safe", remedy: remedy, at: node)
    }

    /// What the SDK for JavaScript computes from other members, and never sends
    /// (AdaptySDK-JS-Core 3.17.0).
    private func computed(_ range: Range<Int>, _ rows: [Row]) -> [(id: String, value: [UInt8])] {
        func member(_ id: String) -> Int? {
            for position in range where pieces[position].isField && pieces[position].fate != .outdone {
                guard let rule = pieces[position].rule, rows[Int(rule.pointee.row)].id == id else { continue }
                return pieces[position].value
            }
            return nil
        }
        let hasBuilder = member("paywall_builder").map { tape.kind($0) == .object } ?? false
        let products = member("products").map { Array(tape.elements($0)) } ?? []
        let identifiers = products.map { product in
            let said = [
                ("vendorProductId", "vendor_product_id"), ("adaptyProductId", "adapty_product_id"),
                ("basePlanId", "base_plan_id"),
            ].compactMap { script, id in text(of: id, in: product).map { (script, $0[...]) } }
            return JSONText.object(said, colon: [.colon])
        }
        return [
            ("use_paywall_builder", Array((hasBuilder ? "true" : "false").utf8)),
            ("product_identifiers", [.openBracket] + identifiers.joined(separator: [.comma]) + [.closeBracket]),
        ]
    }

    /// A text of a product in a paywall, with its quotes.
    private func text(of id: String, in product: Int) -> [UInt8]? {
        for spelling in Table[.reference].row(id)?.names[from] ?? [] {
            if let value = tape.member(product, at: spelling.path), tape.kind(value) == .string {
                return tape.array(value)
            }
        }
        return nil
    }

    // MARK: What is missing

    /// Tells what was added, and what the target's decoder will miss.
    mutating func complete(_ object: GatheredObject, _ members: Members) throws(MigrationError) {
        for addition in object.added where addition.action != .recoded {
            note(addition.action, object.node, target: addition.target.joined(separator: "/"), addition.note)
            link(addition.action, [], [addition.target], addition.row, addition.note)
        }
        let missing = object.rules.pointee.required & ~members.said
        if missing == 0 { return }
        guard notes != nil || options.strict else {
            counts.add(.missing, UInt32(truncatingIfNeeded: missing.nonzeroBitCount))
            return
        }
        let rules = object.rules, dialect = to.dialect.rawValue
        for row in rules.pointee.requiredRows where missing & 1 << UInt64(row) != 0 {
            guard let target = rules.pointee.targets[row], case let name = target.joined(separator: "/") else {
                continue
            }
            let reason = "required by \(dialect), not in the source"
            note(.missing, object.node, target: name, reason)
            link(.missing, [], [target], row, reason)
            guard options.strict else { continue }
            throw refusal(
                .missingRequired, "\(dialect) requires \(name), and the source does not have it",
                remedy: "add it, convert without `strict`, or convert with `fillRequired`", at: object.node)
        }
    }
}

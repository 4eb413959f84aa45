/// One step of a conversion after the other.
extension Migrator {
    /// To a dialect: back over the hops where one came from there, else over the current dialect.
    func move(_ state: inout State, to target: Dialect) throws(MigrationError) {
        if state.dialect != target, state.came(from: target) {
            // An older variant of the target was brought to its newest form on the way: that is undone too.
            try back(&state) { dialect, hop in
                dialect != target || hop.from.dialect == target && hop.to.dialect == target
            }
            return
        }
        if state.dialect == target {
            // A flat paywall for JavaScript gets its `placement`.
            try forward(&state, to: target.isSDK3 ? target.column : state.column)
            return
        }
        if state.dialect.isSDK3, target.isSDK3 {
            try forward(&state, to: target.column)
            return
        }
        let hub = state.dialect.hub
        try back(&state) { dialect, hop in dialect != hub && hop.from.dialect == hub }
        try forward(&state, to: hub.column)
        if target != hub { try forward(&state, to: target.column) }
    }

    /// One hop: convert, then find what the way back alone would not restore.
    ///
    /// - Parameter keepsUnchanged: whether a document that is the same in both dialects has a hop too.
    func forward(_ state: inout State, to column: Column, keepsUnchanged: Bool = false) throws(MigrationError) {
        let from = state.column
        let index = try state.indexed(options)
        defer {
            state.column = column
            state.dialect = column.dialect
        }
        guard index.kind(0) == .object else { return }
        let envelope = Envelope(index)
        try refuseResidue(index, envelope)
        if envelope.isByPlacement, column != .sdk3 {
            // Some of its paywalls are named by their placement alone.
            throw MigrationError(
                .noSuchTarget, "only sdk3 has fallback files with an object by placement",
                remedy: "convert its paywalls one by one, each with the `developer_id` of its placement")
        }
        var converter = Converter(Plan.from(from, to: column), index, options)
        let converted = try converter.document(envelope, state.kind)
        state.ledger.merge(converter.ledger)
        if let trace = converter.trace {
            state.steps?.append(
                .forward(index, try JSONScanner.index(converted, maximumDepth: options.maximumDepth), trace))
        }
        let kind = state.kind
        if kind == .promo, envelope.isPromo { state.kind = .paywall }
        var hop = Residue.Hop(
            from: from, to: column, kind: kind,
            instant: converter.ledger.contains(.derived) ? options.instant?.microseconds : nil)
        if converted == state.document, !keepsUnchanged {
            // Earlier hops must not look as if they had led here themselves.
            if !state.hops.isEmpty, from != column { state.hops.append(hop) }
            return
        }
        let root = index.range(0), record = index.range(envelope.node)
        if envelope.entries == nil, root != record {
            hop.wrap = (
                Array(index.bytes[root.lowerBound..<record.lowerBound]),
                Array(index.bytes[record.upperBound..<root.upperBound])
            )
        }
        try close(&hop, index, envelope, converted)
        state.document = converted
        state.hops.append(hop)
    }

    /// Finds what the way back of a hop alone would not restore.
    func close(
        _ hop: inout Residue.Hop, _ index: JSONIndex, _ envelope: Envelope, _ converted: [UInt8]
    ) throws(MigrationError) {
        let base = try options.index(wayBack(converted, hop)), record = envelope.entries == nil ? envelope.node : 0
        hop.delta = Delta.make(base, 0, index, record, context(hop))
        if apply(hop, to: base).document != index.bytes {
            hop.delta = .replace(expected: Fingerprint.of(base, 0), text: Array(index.raw(record)))
            guard apply(hop, to: base).document == index.bytes else {
                throw MigrationError(
                    .notReversible, "the way back does not reproduce the original",
                    remedy: "please report this record; it was left as it is")
            }
        }
    }

    /// A flow as the list of its paywalls. The residue keeps the flow.
    func lowerFlow(_ state: inout State, _ target: Dialect) throws(MigrationError) {
        let index = try state.indexed(options), envelope = Envelope(index)
        guard envelope.entries == nil, index.kind(envelope.node) == .object else { return }
        let paywalls = FlowPaywalls(index, envelope.node)
        guard let list = paywalls.list else {
            throw MigrationError(
                .noSuchTarget, "\(target.rawValue) has no flow, and this one has no variations with paywalls",
                remedy: "keep the flow for SDK 4", path: index.pointer(envelope.node))
        }
        var hop = Residue.Hop(from: state.column, to: paywalls.column, kind: .flow)
        hop.delta = .replace(expected: Fingerprint.of(try options.index(list), 0), text: state.document)
        state.ledger.add(.stashed, .init(.stashed, "", note: "paywalls have no place for what only the flow has"))
        if state.steps != nil { state.steps?.append(.same(index, .noSuccessor)) }
        (state.document, state.kind, state.isLeftAlone) = (list, .paywalls, false)
        (state.column, state.dialect) = (paywalls.column, paywalls.column.dialect)
        state.hops.append(hop)
    }

    /// A record that has the residue's member inside its envelope would have two of them without it.
    private func refuseResidue(_ index: JSONIndex, _ envelope: Envelope) throws(MigrationError) {
        guard envelope.entries == nil, envelope.node != 0,
            let member = index.members(envelope.node).first(where: { index.nameEquals($0.name, Residue.memberName) })
        else { return }
        throw MigrationError(
            .foreignResidue, "the record has a member \(Residue.memberName) inside its envelope",
            remedy:
                "if an earlier upgrade wrote it, take the record out of the envelope; otherwise remove the member",
            path: index.pointer(member.value), place: index.place(Int(index[member.name].start)))
    }
}

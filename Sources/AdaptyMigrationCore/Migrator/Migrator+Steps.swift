/// One step of a conversion after the other.
extension Migrator {
    /// To a dialect: back to what the document was in that dialect, where a residue says so, else by the mapping table.
    /// A document that nobody edited is converted from its original, as if it had never been anything else.
    func move(_ state: inout State, to target: Dialect) throws(MigrationError) {
        if state.dialect != target {
            if state.came(from: target) { return try back(&state, to: target) }
            try returnUnedited(&state)
        }
        // A flat paywall for JavaScript gets its `placement`.
        try convert(&state, to: state.dialect == target && !target.isSDK3 ? state.column : target.column)
    }

    /// By the mapping table, over the current dialect.
    func convert(_ state: inout State, to column: Column) throws(MigrationError) {
        for next in ConversionStep.path(from: state.column, to: column) { try forward(&state, to: next) }
    }

    private func forward(_ state: inout State, to column: Column) throws(MigrationError) {
        let index = try state.indexed(options), from = state.column
        guard index.kind(0) == .object else { return state.column = column }
        state.begin()
        let envelope = Envelope(index)
        if envelope.isByPlacement, column != .sdk3 {
            try listPlacements(&state, index)
            return try forward(&state, to: column)
        }
        state.column = column
        // A fallback file is for the versions that read its format, and for no other: it stays as it is.
        if envelope.isByPlacement { return state.forgetOrigin() }
        try refuseResidue(index, envelope)
        var told = options
        told.instant = told.instant ?? state.inherited.instant.map(Timestamp.init(microseconds:))
        told.fillRequired = told.fillRequired || state.inherited.fills
        let made = try Converted(index, state.kind, from: from, to: column, told)
        if let trace = made.trace {
            state.steps?.append(
                .forward(index, try JSONScanner.index(made.document, maximumDepth: options.maximumDepth), trace))
        }
        if state.kind == .promo, envelope.isPromo { state.kind = .paywall }
        state.ledger.add(step: made.ledger)
        if made.ledger.contains(.derived) { state.settings.instant = told.instant?.microseconds }
        if made.ledger.contains(.defaulted) { state.settings.fills = true }
        if made.document != state.document {
            state.document = made.document
        } else if isStable(index, state.kind, from: from, to: column) {
            state.forgetOrigin()
        } else {
            state.keepsUnchanged = true
        }
    }

    /// Whether a current document that is the same in an older column comes back from there as it is. If not, it needs a
    /// residue although nothing changed.
    private func isStable(_ index: JSONIndex, _ kind: RecordKind, from: Column, to: Column) -> Bool {
        if from.dialect != from.dialect.hub || to.dialect.age >= from.dialect.age { return true }
        return (try? Converted(index, kind, from: to, to: from, options.repeated()))?.document == index.bytes
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
        state.begin()
        state.ledger.add(.stashed, .init(.stashed, "", note: "paywalls have no place for what only the flow has"))
        if state.steps != nil { state.steps?.append(.same(index, .noSuccessor)) }
        (state.document, state.kind, state.isLeftAlone) = (list, .paywalls, false)
        state.column = paywalls.column
    }

    /// A fallback file by placement, which only SDK 2.11 and later read, as a list. The residue keeps the file.
    private func listPlacements(_ state: inout State, _ index: JSONIndex) throws(MigrationError) {
        let list = try PlacementPaywalls(index, options)
        state.ledger.add(.recoded, .init(.recoded, "/data", note: "object by placement → list"))
        if let trace = options.observer?.init() {
            for link in list.links { trace.link(link.action, link.node.map { [$0] } ?? [], link.targets, nil, "") }
            state.steps?.append(.forward(index, try options.index(list.document), trace))
        }
        state.document = list.document
    }

    /// A record that has the residue's member inside its envelope would have two of them without it.
    private func refuseResidue(_ index: JSONIndex, _ envelope: Envelope) throws(MigrationError) {
        guard envelope.entries == nil, envelope.node != 0,
            let member = index.members(envelope.node).first(where: { index.nameEquals($0.name, Residue.memberName) })
        else { return }
        throw MigrationError(
            .foreignResidue, "the record has a member \(Residue.memberName) inside its envelope",
            remedy:
                "if an earlier upgrade wrote it, convert the record there, with `inside`; otherwise remove the member",
            path: index.pointer(member.value), place: index.place(Int(index[member.name].start)))
    }
}

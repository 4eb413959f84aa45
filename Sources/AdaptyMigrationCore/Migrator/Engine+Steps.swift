/// One step of a conversion after the other.
extension Engine {
    /// To a dialect: back to what the document was in that dialect, where a residue says so, else by the mapping table.
    /// A document that nobody edited is converted from its original, as if it had never been anything else.
    func move(to target: Dialect) throws(MigrationError) {
        if state.column.dialect != target {
            if came(from: target) { return try back(to: target) }
            try returnUnedited()
        }
        // A flat paywall for JavaScript gets its `placement`.
        try convert(to: state.column.dialect == target && !target.isSDK3 ? state.column : target.column)
    }

    /// By the mapping table, over the current dialect.
    func convert(to column: Column) throws(MigrationError) {
        for next in ConversionStep.path(from: state.column, to: column) { try forward(to: next) }
    }

    private func forward(to column: Column) throws(MigrationError) {
        let tape = try state.document.tape(depth), from = state.column
        guard tape.kind(0) == .object else { return state.column = column }
        begin()
        if state.kind.isList, Envelope(tape).isByPlacement {
            // A fallback file is for the versions that read its format, and for no other: it stays as it is.
            guard column != .sdk3 else {
                state.column = column
                return state.forgetOrigin()
            }
            try listPlacements(tape.index)
            return try forward(to: column)
        }
        let found = state.found ?? Found(Envelope(tape), state.kind, from), before = state.document
        if found.hasResidue { try refuseResidue(tape, found) }
        let made = try step(before, tape, found, to: column)
        state.column = column
        if made !== before, !made.view.equals(state.view) {
            state.document = made
        } else if isStable(before, from: from, to: column) {
            state.forgetOrigin()
        } else {
            state.keepsUnchanged = true
        }
    }

    /// Converts a document, and notes what the step was told and did.
    private func step(_ document: Document, _ tape: Tape, _ found: Found, to column: Column) throws(MigrationError)
        -> Document
    {
        let isPlain = state.inherited == Residue.Settings() && !request.options.fillRequired
        let made = try converted(document, tape, found, to: column, isPlain ? request.options : told)
        if let trace = conversion.notes?.trace {
            state.steps?.append(.forward(tape.index, try made.index(depth), trace))
        }
        if found.kind == .promo, !found.isBarePromo { state.kind = .paywall }
        if request.options.keepsLedger {
            state.ledger.add(step: conversion.ledger)
        } else {
            state.ledger.add(step: conversion.counts)
        }
        if conversion.counts[.derived] > 0 { state.settings.instant = conversion.instant }
        if conversion.counts[.defaulted] > 0 { state.settings.fills = true }
        return made
    }

    /// What the next step is told.
    private var told: MigrationOptions {
        var told = request.options
        told.instant = told.instant ?? state.inherited.instant.map(Timestamp.init(microseconds:))
        told.fillRequired = told.fillRequired && told.readableBy == nil || state.inherited.fills
        return told
    }

    /// What a step makes of a document; the document itself where it stays as it is.
    func converted(
        _ document: Document, _ tape: Tape, _ found: Found, to column: Column, _ options: MigrationOptions
    ) throws(MigrationError) -> Document {
        guard try conversion.document(tape, found, to: column, options) else { return document }
        let made = fresh()
        made.exchange(&conversion.out)
        return made
    }

    /// The same of a document that was not recognised.
    func converted(
        _ document: Document, _ kind: RecordKind, from: Column, to: Column, _ options: MigrationOptions
    ) throws(MigrationError) -> Document {
        let tape = try document.tape(depth)
        return try converted(document, tape, Found(Envelope(tape), kind, from), to: to, options)
    }

    /// One record inside a document, as the mapping table alone makes it; `nil` when it stays as it is.
    package func record(_ index: JSONIndex, _ node: Int, _ table: TableID, from: Column, to: Column)
        throws(MigrationError) -> [UInt8]?
    {
        try index.withPaddedTape { tape throws(MigrationError) in
            try conversion.record(tape, node, table, from: from, to: to, MigrationOptions())
        }
    }

    /// Notes where a conversion begins.
    func begin() {
        guard state.origin == nil else { return }
        state.origin = State.Origin(
            document: state.view, whole: wholeSoFar ?? state.view, column: state.column, kind: state.kind)
    }

    /// Whether a current document that is the same in an older column comes back from there as it is. If not, it needs a
    /// residue although nothing changed.
    private func isStable(_ document: Document, from: Column, to: Column) -> Bool {
        if from.dialect != from.dialect.hub || to.dialect.age >= from.dialect.age { return true }
        return (try? converted(document, state.kind, from: to, to: from, repeated()))?.view.equals(document.view)
            ?? false
    }

    // MARK: Lists

    /// A flow as the list of its paywalls. The residue keeps the flow.
    func lowerFlow(_ target: Dialect) throws(MigrationError) {
        let index = try state.document.index(depth), envelope = Envelope(index)
        guard envelope.entries == nil, index.kind(envelope.node) == .object else { return }
        let paywalls = FlowPaywalls(index, envelope.node)
        guard let list = paywalls.list else {
            throw MigrationError(
                .noSuchTarget, "\(target.rawValue) has no flow, and this one has no variations with paywalls",
                remedy: "keep the flow for SDK 4", path: index.pointer(envelope.node))
        }
        begin()
        state.ledger.add(.stashed, .init(.stashed, "", note: "paywalls have no place for what only the flow has"))
        if state.steps != nil { state.steps?.append(.same(index, .noSuccessor)) }
        (state.document, state.kind, state.isLeftAlone) = (document(list), .paywalls, false)
        state.column = paywalls.column
    }

    /// A fallback file by placement, which only SDK 2.11 and later read, as a list. The residue keeps the file.
    private func listPlacements(_ index: JSONIndex) throws(MigrationError) {
        let list = try PlacementPaywalls(index, request.options)
        state.ledger.add(.recoded, .init(.recoded, "/data", note: "object by placement → list"))
        if let trace = request.options.observer?.init() {
            for link in list.links { trace.link(link.action, link.node.map { [$0] } ?? [], link.targets, nil, "") }
            state.steps?.append(.forward(index, try request.options.index(list.document), trace))
        }
        state.document = document(list.document)
    }

    /// A record that has the residue's member inside its envelope would have two of them without it.
    private func refuseResidue(_ tape: Tape, _ found: Found) throws(MigrationError) {
        guard found.node != 0, let name = ResidueMember.name(tape, in: found.node) else { return }
        let index = tape.index
        throw MigrationError(
            .foreignResidue, "the record has a member \(Residue.memberName) inside its envelope",
            remedy:
                "if an earlier upgrade wrote it, convert the record there, with `inside`; otherwise remove the member",
            path: index.pointer(name + 1), place: index.place(Int(tape.nodes[name].start)))
    }
}

extension RecordConversion {
    var ledger: Ledger { Ledger(counts, notes?.entries ?? [], keepsEntries: options.keepsLedger) }
}

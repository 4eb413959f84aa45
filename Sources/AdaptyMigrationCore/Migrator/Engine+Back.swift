/// The way back over the conversions that led from an original to a document.
extension Engine {
    /// How far the way back goes.
    enum Extent {
        case all
        case to(Dialect)
        /// To the document before it was made readable for an SDK version.
        case readable

        fileprivate func goesOn(from state: State, over step: ConversionStep) -> Bool {
            switch self {
            case .all: true
            // An older variant of the target was brought to its newest form on the way: that is undone too.
            case .to(let target): state.column.dialect != target || step.from.dialect == target
            case .readable: step.settings.readableBy != nil
            }
        }

        fileprivate func isAll(of head: Residue.Head) -> Bool {
            switch self {
            case .all: true
            case .to(let target): head.from.dialect == target
            case .readable: false
            }
        }
    }

    /// Back to the dialect of the first original, or to a dialect on the way.
    func back(to target: Dialect?) throws(MigrationError) {
        let edited = state.document
        var taken: [ConversionStep] = []
        while let head = state.layers.last?.head {
            if let target, state.column.dialect == target, head.from.dialect != target || head.to.dialect != target {
                break
            }
            taken = try takeOff(target.map { .to($0) } ?? .all) + taken
        }
        if !taken.isEmpty { try noteDropped(from: edited, taken) }
    }

    /// Back to the original as long as nobody edited what it became.
    func returnUnedited() throws(MigrationError) {
        while let layer = state.layers.last, try isUnedited(layer) {
            let settings = layer.head.settings
            state.inherited.instant = state.inherited.instant ?? settings.instant
            state.inherited.fills = state.inherited.fills || settings.fills && settings.readableBy == nil
            _ = try takeOff(.all)
        }
    }

    /// Takes conversions of the last residue back, the last one first.
    ///
    /// - Returns: the conversions that were taken back; none if it was clear without them.
    @discardableResult func takeOff(_ extent: Extent) throws(MigrationError) -> [ConversionStep] {
        guard let layer = state.layers.popLast() else { return [] }
        if request.options.observer == nil, extent.isAll(of: layer.head), layer.head.isOf(state.document.view) {
            state.restore(layer)
            return []
        }
        state.isAsWritten = false
        let steps = try steps(layer), isUnedited = try isWhatTheyMade(steps)
        var left = steps[...]
        while let step = left.last, extent.goesOn(from: state, over: step) {
            left.removeLast()
            let restored: (document: Document, stale: [String]) =
                isUnedited ? (step.before, []) : try restore(state.document, step)
            if let observer = request.options.observer {
                state.steps?.append(try observed(restored.document, step, observer))
            }
            for path in restored.stale {
                state.ledger.add(
                    .stale, .init(.stale, path, note: "edited since the upgrade; the old text was not restored"))
            }
            (state.document, state.column, state.kind) = (restored.document, step.from, step.kind)
        }
        if let last = left.last {
            if !state.layers.isEmpty || !last.after.view.equals(layer.body.view) {
                state.layers.append(cut(layer, after: last))
            }
        } else if isUnedited {
            state.restore(layer)
        }
        return Array(steps[left.endIndex...])
    }

    /// The residue of the document that one of its steps made.
    private func cut(_ layer: Layer, after step: ConversionStep) -> Layer {
        var settings = layer.head.settings
        settings.readableBy = step.settings.readableBy
        let head = Residue.Head(
            from: layer.head.from, to: step.to, kind: layer.head.kind, settings: settings,
            hash: Fingerprint.Hash(Text(step.after.view)).value)
        return Layer(head, original: layer.original, body: layer.body)
    }

    private func isUnedited(_ layer: Layer) throws(MigrationError) -> Bool {
        if layer.head.isOf(state.document.view) { return true }
        return try isWhatTheyMade(try steps(layer))
    }

    /// Whether the document is what steps made, whoever wrote it anew since.
    private func isWhatTheyMade(_ steps: [ConversionStep]) throws(MigrationError) -> Bool {
        guard let made = steps.last?.after, !made.view.equals(state.document.view) else { return true }
        return SameValue(a: try made.tape(depth), b: try state.document.tape(depth)).holds()
    }

    // MARK: Steps

    /// The conversions that led from an original to its upgraded document.
    func steps(_ layer: Layer) throws(MigrationError) -> [ConversionStep] {
        if let steps = layer.steps { return steps }
        let head = layer.head
        var steps: [ConversionStep] = []
        func add(_ to: Column?, readableBy sdk: SDKVersion? = nil) throws(MigrationError) {
            let from = steps.last?.to ?? head.from, before = steps.last?.after ?? layer.body
            let kind = steps.isEmpty ? head.kind : head.kind == .flow ? .paywalls : head.kind.upgraded
            var settings = head.settings
            settings.readableBy = sdk
            settings.fills = settings.fills && sdk == head.settings.readableBy
            guard let (after, column) = forwarded(before, head.from, from, to, kind, settings) else {
                throw MigrationError(
                    .brokenResidue, "the residue is damaged: its original cannot be converted",
                    remedy: "restore the document from a backup; the residue was edited by hand",
                    path: "/" + Residue.memberName)
            }
            steps.append(
                ConversionStep(
                    origin: head.from, from: from, to: column, kind: kind, settings: settings, before: before,
                    after: after))
        }
        if head.kind == .flow { try add(nil) }
        for column in ConversionStep.path(from: steps.last?.to ?? head.from, to: head.to) { try add(column) }
        if let sdk = head.settings.readableBy { try add(head.to, readableBy: sdk) }
        layer.steps = steps
        return steps
    }

    /// What a step makes of a document, and the column of that; `nil` when it is refused.
    ///
    /// - Parameters:
    ///   - origin: the column of the first original.
    ///   - to: `nil` for the paywalls of a flow.
    func forwarded(
        _ document: Document, _ origin: Column, _ from: Column, _ to: Column?, _ kind: RecordKind,
        _ settings: Residue.Settings
    ) -> (document: Document, column: Column)? {
        guard let to, kind != .flow else {
            guard let index = try? document.index(depth) else { return nil }
            let paywalls = FlowPaywalls(index, Envelope(index).node)
            return paywalls.list.map { (self.document($0), paywalls.column) }
        }
        if let sdk = settings.readableBy {
            let reader = Reader(sdk, isStored: settings.fills, fills: settings.fills && origin.isSDK1)
            return (try? mended(document, kind, to, reader)).map { ($0, to) }
        }
        return (try? converted(document, kind, from: from, to: to, repeated(settings))).map { ($0, to) }
    }

    /// What a conversion is told that was done before.
    func repeated(_ settings: Residue.Settings = Residue.Settings(), isWayBack: Bool = false) -> MigrationOptions {
        var repeated = MigrationOptions(
            fillRequired: settings.fills, maximumDepth: depth,
            instant: settings.instant.map(Timestamp.init(microseconds:)))
        (repeated.isRepeated, repeated.isWayBack) = (true, isWayBack)
        return repeated
    }
}

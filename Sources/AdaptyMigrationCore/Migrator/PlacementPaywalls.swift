/// The paywalls of a fallback file by placement (SDK 2.11 and later) as a list, each with its placement.
///
/// ```
/// {"data":{"main":{"data":[{"variation_id":"v"}],"meta":{"placement":{"developer_id":"main"}}}},"meta":{…}}
/// {"data":[{"variation_id":"v","placement":{"developer_id":"main"}}],"meta":{…}}
/// ```
struct PlacementPaywalls {
    /// A node of the file, and where it is in the list.
    struct Link {
        let action: Ledger.Action
        let node: Int?
        let targets: [[String]]
    }

    private let index: JSONIndex
    private var paywalls: [[UInt8]] = []
    private(set) var links: [Link] = []
    /// The document with the list.
    private(set) var document: [UInt8] = []

    /// - Throws: ``MigrationError/Code/noSuchTarget`` for a placement that is neither a list nor the text of one.
    init(_ index: JSONIndex, _ options: MigrationOptions) throws(MigrationError) {
        self.index = index
        var members: [(name: String, value: ArraySlice<UInt8>)] = []
        for member in index.members(0) {
            let name = index.name(member.name)
            guard name == "data", index.kind(member.value) == .object else {
                links.append(Link(action: .copied, node: member.value, targets: [[name]]))
                members.append((name, index.raw(member.value)))
                continue
            }
            for placement in index.members(member.value) { try add(placement, options) }
            members.append((name, ([.openBracket] + paywalls.joined(separator: [.comma]) + [.closeBracket])[...]))
        }
        document = JSONText.object(members, colon: [.colon])
    }

    private mutating func add(_ placement: JSONIndex.Member, _ options: MigrationOptions) throws(MigrationError) {
        let name = index.name(placement.name), first = paywalls.count
        if let text = index.text(placement.value) {
            if let inner = try? options.index(Array(text.utf8)), let list = PlacementPaywalls.list(inner, 0) {
                let told = inner.member(0, at: ["meta", "placement"])
                for paywall in inner.elements(list) { add(inner, paywall, name, told) }
                return tell(.recoded, placement.value, (first..<paywalls.count).map { ["data", "\($0)"] })
            }
        } else if let list = PlacementPaywalls.list(index, placement.value) {
            let told = index.member(placement.value, at: ["meta", "placement"])
            var places: [[String]] = []
            for paywall in index.elements(list) {
                let path = ["data", "\(paywalls.count)"]
                guard let member = add(index, paywall, name, told) else {
                    tell(.copied, paywall, [path])
                    continue
                }
                for own in index.members(paywall) { tell(.copied, own.value, [path + [index.name(own.name)]]) }
                if told == nil { tell(.recoded, nil, [path + [member]]) } else { places.append(path + [member]) }
            }
            if let told { tell(places.isEmpty ? .stashed : .recoded, told, places) }
            return
        }
        throw MigrationError(
            .noSuchTarget, "the placement is neither a list of paywalls nor the text of one",
            remedy: "remove it, or leave the file as it is", path: index.pointer(placement.value),
            place: index.place(Int(index[placement.name].start)))
    }

    /// Adds a paywall, with what its placement says if it does not say it itself.
    ///
    /// - Parameter told: what the file says of the placement; `nil` for its name alone.
    /// - Returns: the name of the member that it got; `nil` for none.
    @discardableResult private mutating func add(_ source: JSONIndex, _ paywall: Int, _ name: String, _ told: Int?)
        -> String?
    {
        let isWhole =
            source.kind(paywall) != .object
            || ["attributes", "placement", "developer_id"].contains { source.member(paywall, $0) != nil }
        if isWhole {
            paywalls.append(Array(source.raw(paywall)))
            return nil
        }
        let place = told.map { ("placement", source.raw($0)) } ?? ("developer_id", JSONText.encode(name)[...])
        let own = source.members(paywall).map { (source.name($0.name), source.raw($0.value)) }
        paywalls.append(JSONText.object(own + [place], colon: [.colon]))
        return place.0
    }

    private mutating func tell(_ action: Ledger.Action, _ node: Int?, _ targets: [[String]]) {
        links.append(Link(action: action, node: node, targets: targets))
    }

    private static func list(_ index: JSONIndex, _ placement: Int) -> Int? {
        let list = index.kind(placement) == .array ? placement : index.member(placement, "data")
        return list.flatMap { index.kind($0) == .array ? $0 : nil }
    }
}

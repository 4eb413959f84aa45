/// What a member name says by itself, in whatever object it is. The facts of all known names are one list, by their
/// numbers, so that a walk over an object reads one place.
///
/// Worked example: `paid_access_levels` has the mark of profiles, is enough to be Adapty's, and holds purchases.
struct NameFacts: BitwiseCopyable {
    /// The kinds of which it is evidence.
    let marks: KindMarks
    /// Whether the table of events has it, and whether those of access levels and purchases have it.
    let isOfEvents: Bool, isOfPurchases: Bool
    /// Whether it says when a purchase was, or which one it is.
    let saysPurchase: Bool
    /// Whether a profile has its access levels or purchases there in any dialect.
    let holdsPurchases: Bool
    /// How much it speaks for Adapty: ``RecordOrigin``.
    let weight: UInt8
    /// What it says of a profile.
    let role: ProfileContent.Role
    /// What it says of envelopes: which it may be a member of, one bit each, and which of the holders of records it is.
    let envelope: EnvelopeNames.Mark, wrappers: UInt8, holder: UInt8

    private init(_ name: String) {
        marks = KindMarks.of(name)
        isOfEvents = NameFacts.events.contains(name)
        isOfPurchases = NameFacts.purchases.contains(name)
        saysPurchase = PurchaseOrigin.names.contains(name)
        holdsPurchases = PurchaseMaps.isMap(name)
        weight = RecordOrigin.weight(of: name)
        role = ProfileContent.role(of: name)
        envelope = EnvelopeNames.mark(of: name)
        wrappers = EnvelopeMembers.wrappers(with: name)
        holder = EnvelopeNames.holderNames.firstIndex(of: name).map { UInt8($0) } ?? .max
    }

    private static let events = Table[.event].memberNames
    private static let purchases = [TableID.accessLevel, .subscription, .nonSubscription].reduce(into: Set<String>()) {
        $0.formUnion(Table[$1].memberNames)
    }

    /// By the number of a name.
    static let all = Kept(KnownNames.numbers.names.map { NameFacts($0) })
}

extension Tape {
    /// What a name says.
    @inline(__always)
    func facts(_ name: Int) -> UnsafePointer<NameFacts> { NameFacts.all.pointer + Int(nodes[name].number) }
}

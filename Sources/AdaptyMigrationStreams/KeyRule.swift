import AdaptyMigrationAccess
import AdaptyMigrationCore

/// The meaning of one member name in one object for a walk. Everything is computed before the first byte is read, as
/// plain numbers.
struct KeyRule {
    enum Operation: UInt8 {
        /// Not in the plan; kept verbatim.
        case unknown
        /// A value that is looked at, not into.
        case leaf
        /// The target has no such field.
        case drop
        case record
        /// Records in a dictionary or list.
        case entries
        /// Records in a list, each with its key inside, on the side of API v2; on the other side in a dictionary.
        case keyed
        /// The offer of API v2, and the members of the other dialects that stand for it.
        case offer, offerPart
        /// Needs the general path.
        case refuse
    }

    /// How a leaf is converted where its kind alone does not say that it stays.
    enum Leaf: UInt8 {
        case none, flag, sandbox, timestamp, attributes, eventName
        /// Attributes that are a list of `{"key":…,"value":…}` on one side.
        case attributeList
        /// A paywall's configuration: a text under its old name, an object around it under the current one.
        case payload
        /// By ``Codec`` itself.
        case other
    }

    var head = MemberHead()
    /// The rule whose name followed this one's last.
    var next: UnsafeMutablePointer<KeyRule>
    /// The row's bit in the set of rows seen; 0 for unknown members.
    var bit: UInt64 = 0
    /// One bit per ``JSONKind``: values with which the member is plain, ``PlainRun``; and the evidence of all those
    /// values.
    var plain: UInt32 = 0, plainEvidence: UInt32 = 0
    /// A string is plain if it is a canonical date.
    var isDate = false
    /// The member that tells entries of an array apart.
    var isIdentity = false

    var operation = Operation.unknown
    var leaf = Leaf.none
    /// One bit per ``JSONKind``: values that stay, and values that no side can read.
    var same: UInt8 = 0, unreadable: UInt8 = 0
    var row = 0
    var codec = Codec.any
    /// Position of the child's table in ``TableID/allCases``.
    var child = 0
    /// The member of an entry that holds its key, with quotes; and whether several entries may have one key.
    var key = NameToken.none
    var holdsLists = false
    /// The name as the target writes it, and as the way back writes that one again; with quotes.
    var target = NameToken.none, base = NameToken.none
    var isRenamed = false, isRespelled = false
    /// What the residue says of a flag that was `0` or `1`.
    var wasOff = NameToken.none, wasOn = NameToken.none
    /// What becomes of the words of an enumeration; `nil` for every other codec.
    var words: UnsafePointer<WordForms>?
    /// Read where no stronger spelling is present.
    var isFallback = false
    /// A profile's `profile_id`, which envelopes and `id` compete with.
    var isProfileID = false
    /// An envelope may have such a member: a container under it needs the general path.
    var isWrapper = false
    /// The way back reads a field under this name that its own target has: beside that field's member it is a
    /// duplicate, and which of them counts hangs on the order.
    var isRival = false
    /// The residue's name, whatever is under it.
    var isResidue = false

    // MARK: Recognition

    var marks = KindMarks()
    /// By ``JSONKind`` of the value: in the lower half the columns that spell this otherwise or object to such a value,
    /// in the upper half those that mean by this name something else than the plan's column.
    var evidence = SIMD8<UInt32>()
    /// How much more each column is doubted than the plan's.
    var doubts = SIMD16<Int16>()
    var hasDoubts = false
    var isBeyondSDK2 = false
    /// Another column has records or entries under this name.
    var isEnteredElsewhere = false

    init(next: UnsafeMutablePointer<KeyRule>) { self.next = next }

    /// Works out with which values nothing is to be done, once everything else is known.
    mutating func findPlain(_ name: String, hasTextDates: Bool) {
        head = MemberHead(name)
        guard operation == .leaf, !isRenamed, !isRespelled, !isProfileID, !isBeyondSDK2 else { return }
        func evidence(_ kind: JSONKind) -> UInt32 { self.evidence[Int(kind.rawValue)] }
        let kinds = [JSONKind.null, .string, .true, .false, .number]
        isDate = leaf == .timestamp && hasTextDates
        let staying = kinds.filter { same & $0.bit != 0 || $0 == .string && isDate }
        // Of values with different evidence the first have it: `null` says least.
        guard let first = staying.first else { return }
        plainEvidence = evidence(first)
        for kind in staying where evidence(kind) == plainEvidence { plain |= UInt32(kind.bit) }
    }
}

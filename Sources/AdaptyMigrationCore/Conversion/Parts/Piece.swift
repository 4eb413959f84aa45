/// A member of a record that needs something to be done.
struct Piece: BitwiseCopyable {
    /// What was decided about it.
    enum Fate: UInt8 {
        case stands
        /// Another spelling of the same field stands, or a later member of the same name.
        case outdone, repeated
        /// The id of the envelope stands in its place.
        case overruled
        /// The SDK for JavaScript refuses it: as any null, or as a field that only some versions have.
        case null, refused
        /// It is written elsewhere, or with another member.
        case written
        /// A part of a configuration that cannot be read.
        case misread
        /// It stays as it is, though its field is made of several members.
        case verbatim
        /// The first of the members that a field is made of: the field is written in its place.
        case anchor
    }

    /// The nodes of its name, of the value before it in its object (0 for none), and of the name of the object that
    /// contains it, if that is not the record (else 0).
    let name: UInt32, previous: UInt32, holder: UInt32
    /// `nil` for a member that is in no table.
    let rule: UnsafePointer<MemberRule>?
    let isInPlatform: Bool
    var fate = Fate.stands

    init(_ name: Int, _ previous: Int, _ rule: UnsafePointer<MemberRule>?, holder: Int = 0, isInPlatform: Bool = false)
    {
        self.name = UInt32(truncatingIfNeeded: name)
        self.previous = UInt32(truncatingIfNeeded: previous)
        self.holder = UInt32(truncatingIfNeeded: holder)
        (self.rule, self.isInPlatform) = (rule, isInPlatform)
    }

    var value: Int { Int(name) + 1 }

    /// Whether it is a field of the record.
    var isField: Bool { rule?.pointee.isField ?? false }
}

import AdaptyMigrationAccess
import AdaptyMigrationCore

/// The state of a walk while it steps over plain members. A plain member stays as it is under its name, and only its
/// presence is recorded. Most members of most records are plain.
///
/// Worked example, an access level `{"id":"gold","is_active":true,"vendor_transaction_id":"7","store":null}`. Last time
/// `is_active` followed `id`. Here `"is_active":` follows again, `true` is a value that stays, and its row is new: two
/// comparisons and a bit, and the run continues. `vendor_transaction_id` is cut on the way to SDK 2, so the run ends
/// before it, and a new run begins at `store`.
struct PlainRun {
    /// The rule of the member met last; at first the one that stands for the beginning.
    var last: UnsafeMutablePointer<KeyRule>
    /// The rows met, and those of them whose member was plain.
    var met: UInt64 = 0, plain: UInt64 = 0
    /// Those of them that are null, as far as it matters: of rows that the target requires.
    var nulls: UInt64 = 0
    /// Where the last plain member ends.
    var end = 0
    /// The value that tells an array's elements apart.
    var identity = Token()

    init(_ rules: RuleSet) { last = rules.rules + rules.count }

    /// Another member was met after the last one.
    @inline(__always)
    mutating func follow(_ rule: UnsafeMutablePointer<KeyRule>) {
        last.pointee.next = rule
        last = rule
    }
}

extension Cursor {
    /// Steps from member to member as long as each is plain and none of the rows in `stops`. Stands at the first other
    /// member then, of which nothing was read.
    ///
    /// A record may be a part of other bytes, so what stands after its end may look like a member: each quote is
    /// compared with the index, which ends with the record.
    ///
    /// - Returns: whether the object ended; stands after its brace then.
    mutating func stepOver(_ run: inout PlainRun, _ rules: RuleSet, stops: UInt64) throws(Detour) -> Bool {
        let bytes = self.bytes, forms = self.forms, before = run.met
        var at = self.at, quotes = self.quotes + quote, rule = run.last, met = before
        defer {
            self.at = at
            quote = quotes - self.quotes
            if met != before {
                run.last = rule
                run.met = met
                run.plain |= met & ~before
            }
        }
        while true {
            var next = rule.pointee.next
            if !next.pointee.head.matches(bytes, at) {
                guard let other = rules.unexpected(bytes, at, quotes, after: rule) else { return false }
                next = other
            }
            let value = Cursor.space(bytes, at &+ next.pointee.head.count)
            // As a number: making a kind of it would be one more branch. Where no value begins, no bit is set.
            let kind = forms.kinds[Int(bytes[value])]
            guard next.pointee.plain &>> UInt32(kind) & 1 == 1, next.pointee.bit & (met | stops) == 0 else {
                return false
            }
            guard Int(quotes[0]) == at else { throw .general }
            // Where the next member begins if nothing but a comma stands before it: known before the value is read, so
            // that nothing waits for the value's end.
            let following: Int, end: Int
            if kind == JSONKind.string.rawValue {
                guard Int(quotes[2]) == value else { throw .general }
                following = Int(quotes[4])
                end = Int(quotes[3]) &+ 1
                if next.pointee.isDate {
                    guard DateForm.isCanonical(bytes, value &+ 1, end &- 1) else { return false }
                } else if next.pointee.isIdentity {
                    run.identity = Token(start: value, end: end)
                }
                quotes += 4
            } else {
                following = Int(quotes[2])
                quotes += 2
                end = try Cursor.end(bytes, forms, kind, value)
            }
            rule = next
            met |= next.pointee.bit
            run.end = end
            if end &+ 1 == following, bytes[end] == 0x2C {
                at = following
                continue
            }
            // ``comma(closing:)``, on a position in a register.
            at = Cursor.space(bytes, end)
            let mark = bytes[at]
            at &+= 1
            if mark != 0x2C {
                guard mark == 0x7D else { throw .general }
                return true
            }
            at = Cursor.space(bytes, at)
        }
    }
}

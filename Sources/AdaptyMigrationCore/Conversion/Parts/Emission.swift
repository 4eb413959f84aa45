/// How far one object is written.
///
/// Members keep the white space of the source: each one that stays keeps the gap before it, and the first one written
/// takes the gap after the brace. Worked example: dropping `"b"` from `{ "a": 1, "b": 2, "c": 3 }` cuts the bytes
/// `, "b": 2`.
struct Emission {
    let node: Int
    /// The value of the last member of the source that was handled; 0 for none.
    var last = 0
    var isEmpty = true
    /// Where in the output the inside of the object begins, once a member was cut before any was written.
    var inside = 0
    /// Fields that are made of several members, with what they become.
    var composed: [(row: UInt8, members: [(name: String, value: [UInt8])])] = []
    /// The objects with fields that were written.
    var holders: [Text] = []

    init(_ node: Int) { self.node = node }
}

extension RecordConversion {
    /// Goes over the members that stay, up to one with this value.
    mutating func advance(to previous: Int, _ emission: inout Emission) {
        if previous == emission.last { return }
        begin(next(emission), &emission)
        emission.last = previous
    }

    /// The name of the member behind the last one that was handled.
    private func next(_ emission: Emission) -> Int {
        emission.last == 0 ? emission.node + 1 : Int(tape.nodes[emission.last].next)
    }

    /// Before a member of the source that stays, or is written over.
    mutating func begin(_ name: Int, _ emission: inout Emission) {
        if emission.isEmpty {
            if emission.last > 0 { copied = start(name) }
        } else if emission.last == 0 {
            // Something new stands before the first one.
            out.put(.comma)
            copied = start(name)
        }
        emission.isEmpty = false
    }

    /// A member goes with the gap before it; before the first member that stays, with the gap after it.
    mutating func cut(_ name: Int, _ emission: inout Emission) {
        if !emission.isEmpty {
            if emission.last > 0 { copy(to: end(emission.last)) }
        } else if emission.last == 0 {
            open(&emission)
        }
        copied = end(name + 1)
        emission.last = name + 1
        edits += 1
    }

    /// Writes the brace and the gap after it.
    private mutating func open(_ emission: inout Emission) {
        copy(to: start(emission.node) + 1)
        emission.inside = out.count
        if !tape.names(emission.node).isEmpty { copy(to: start(emission.node + 1)) }
    }

    /// The name of a member that the source does not have, up to its value.
    ///
    /// - Parameter like: the value before which the colon is taken, with the white space after it; 0 for none.
    mutating func add(_ name: String, like: Int = 0, _ emission: inout Emission) {
        separate(like: like, &emission)
        out.put(JSONText.encode(name))
        putColon(like: like)
    }

    /// The same for a name with quotes.
    mutating func add(_ name: Text, like: Int = 0, _ emission: inout Emission) {
        separate(like: like, &emission)
        out.put(name)
        putColon(like: like)
    }

    private mutating func separate(like: Int, _ emission: inout Emission) {
        if !emission.isEmpty {
            if emission.last > 0 { copy(to: end(emission.last)) }
            out.put(.comma)
            if like > 0, case let colon = tape.colon(before: like) { out.put(Text(colon.start + 1, colon.count - 1)) }
        } else if emission.last == 0 {
            open(&emission)
        }
        emission.isEmpty = false
        edits += 1
    }

    private mutating func putColon(like: Int) {
        if like > 0 { out.put(tape.colon(before: like)) } else { out.put(.colon) }
    }

    /// What is left of the members, before what is added at the end.
    mutating func advanceToEnd(_ emission: inout Emission) {
        var last = emission.last
        for name in tape.names(emission.node, after: last) { last = name + 1 }
        advance(to: last, &emission)
    }

    /// The end of the object; its closing brace is written with what follows.
    mutating func finish(_ emission: inout Emission) {
        if next(emission) < Int(tape.nodes[emission.node].next) {
            begin(next(emission), &emission)
        } else if emission.isEmpty, emission.last > 0 {
            out.setCount(emission.inside)
            copied = end(emission.node) - 1
        } else if emission.last == 0, !emission.isEmpty {
            copied = end(emission.node) - 1
        }
    }
}

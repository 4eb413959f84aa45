/// The records inside a document that is none itself: a message of a queue, a row with a column of JSON, an answer.
/// They are looked for a few levels deep, in texts that hold JSON, too.
///
/// Worked example: of `{"users":{"u1":{"profile":{…}},"u2":{"profile":{…}}}}` it is `/users/*/profile`. A step that is
/// data is `*`, so that no id is in a message.
struct RecordInside {
    /// With JSON pointers (RFC 6901), the nearest first, each once. Those into a text go on in the JSON that it holds.
    private(set) var all: [(kind: RecordKind, pointer: String)] = []

    private static let levels = 4, most = 3
    /// How many values are looked at, so that a large document is refused at once.
    private static let candidates = 64

    private struct Place {
        let index: JSONIndex, pointer: String, level: Int
    }

    init(_ index: JSONIndex) {
        var open = [Place(index: index, pointer: "", level: 0)], looked = 0
        while !open.isEmpty {
            let place = open.removeFirst()
            for child in place.index.children(0) {
                if all.count == RecordInside.most || looked == RecordInside.candidates { return }
                looked += 1
                let pointer = place.pointer + "/" + RecordInside.step(child.step)
                guard let inner = RecordInside.document(place.index, child.value) else { continue }
                if let found = RecordInside.found(inner) {
                    // What is around the record stays, unless it says who the record is of.
                    let path = inner.path(found.id == nil ? found.node : found.place).map(RecordInside.step)
                    let whole = ([pointer] + path).joined(separator: "/")
                    if !all.contains(where: { $0.pointer == whole }) { all.append((found.kind, whole)) }
                } else if place.level + 1 < RecordInside.levels {
                    open.append(Place(index: inner, pointer: pointer, level: place.level + 1))
                }
            }
        }
    }

    /// An object or array, or the one that a text holds, as a document of its own.
    private static func document(_ index: JSONIndex, _ node: Int) -> JSONIndex? {
        if index.kind(node).isContainer { return try? JSONScanner.index(Array(index.raw(node))) }
        guard let text = index.text(node), let first = text.utf8.first, first == .openBrace || first == .openBracket
        else { return nil }
        return try? JSONScanner.index(Array(text.utf8))
    }

    /// A name of letters, or else `*`: a key with other characters is an id, an address or a position.
    private static func step(_ step: String) -> String {
        let isName = step.utf8.allSatisfy { byte in
            byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
                || byte == .minus
        }
        return isName && !step.isEmpty ? step : "*"
    }

    private static func found(_ index: JSONIndex) -> Found? {
        guard index.kind(0) == .object else { return nil }
        switch Recognizer.recognise(index, nil) {
        case .one(let found): return found.isLeftAlone && !found.keepsFormerName ? nil : found
        case .several(let all): return all.first
        case .none: return nil
        }
    }
}

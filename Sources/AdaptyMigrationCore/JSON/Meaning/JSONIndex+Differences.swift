/// What one document has and another one has not, at most 64 levels down. The time grows with the size of the
/// documents, however wide they are.
extension JSONIndex {
    private static let deepest = 64

    /// JSON pointers to what another document does not say.
    package func onlyHere(_ x: Int, than b: JSONIndex, _ y: Int) -> [String] {
        var found: [String] = []
        onlyHere(x, b, y, pointer(x), 0, &found)
        return found
    }

    private func onlyHere(_ x: Int, _ b: JSONIndex, _ y: Int, _ path: String, _ depth: Int, _ found: inout [String]) {
        // Whichever of the two was written anew by a program.
        if SameValue.holds(self, x, b, y) || SameValue.holds(b, y, self, x) { return }
        let isObject = kind(x) == .object && b.kind(y) == .object
        let isArray = kind(x) == .array && b.kind(y) == .array && elements(x).count == b.elements(y).count
        guard isObject || isArray, depth < JSONIndex.deepest else { return found.append(path) }
        for (step, child, other) in pairs(x, b, y) {
            let path = path + "/" + JSONText.pointer(step)
            guard let other else {
                found.append(path)
                continue
            }
            onlyHere(child, b, other, path, depth + 1, &found)
        }
    }

    /// JSON pointers to the members and elements that another document does not have, whatever their values are.
    ///
    /// - Parameter orEmpty: whether null, and an empty object or array in the place of another kind, count, too.
    package func lacked(_ x: Int, by b: JSONIndex, _ y: Int, orEmpty: Bool = false) -> [String] {
        var found: [String] = []
        lacked(x, b, y, orEmpty, pointer(x), 0, &found)
        return found
    }

    private func lacked(
        _ x: Int, _ b: JSONIndex, _ y: Int, _ orEmpty: Bool, _ path: String, _ depth: Int, _ found: inout [String]
    ) {
        guard kind(x).isContainer, depth < JSONIndex.deepest else { return }
        if orEmpty, kind(x) != b.kind(y) { return found.append(path) }
        for (step, child, other) in pairs(x, b, y) {
            let path = path + "/" + JSONText.pointer(step)
            if let other {
                lacked(child, b, other, orEmpty, path, depth + 1, &found)
            } else if orEmpty || kind(child) != .null {
                found.append(path)
            }
        }
    }

    /// The members or elements of a value, with those in their places in another one.
    private func pairs(_ x: Int, _ b: JSONIndex, _ y: Int) -> [(step: String, child: Int, other: Int?)] {
        let mine = children(x)
        guard kind(x) == b.kind(y) else { return mine.map { ($0.step, $0.value, nil) } }
        if kind(x) == .array {
            let others = b.elements(y)
            return mine.enumerated().map { place, child in
                (child.step, child.value, others.indices.contains(place) ? others[place] : nil)
            }
        }
        // Of several members of one name the last one counts.
        let others = Dictionary(b.children(y).map { (ExactText($0.step), $0.value) }) { $1 }
        return mine.map { ($0.step, $0.value, others[ExactText($0.step)]) }
    }
}

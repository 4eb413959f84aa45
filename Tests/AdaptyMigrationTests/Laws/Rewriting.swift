@testable import AdaptyMigrationCore

/// What a program makes of a document that it parses and writes anew. `make attack` runs the programs themselves.
enum Rewriting: CaseIterable {
    case python, pythonSorted, pythonByLength, pythonBackwards, orjson, node, jsonb

    private var space: String { self == .orjson || self == .node ? "" : " " }

    /// - Returns: `nil` for a number that the program cannot hold.
    func of(_ document: [UInt8]) throws -> [UInt8]? {
        var out = ""
        return try write(JSONScanner.index(document), 0, &out) ? Array(out.utf8) : nil
    }

    private func write(_ index: JSONIndex, _ node: Int, _ out: inout String) -> Bool {
        switch index.kind(node) {
        case .object:
            return list("{", members(index, node), "}", &out) { member, out in
                out += text(index.name(member.name)) + ":" + space
                return write(index, member.value, &out)
            }
        case .array: return list("[", index.elements(node), "]", &out) { write(index, $0, &$1) }
        case .string: out += text(index.text(node) ?? "")
        case .number:
            guard let number = number(String(decoding: index.raw(node), as: UTF8.self)) else { return false }
            out += number
        default: out += String(decoding: index.raw(node), as: UTF8.self)
        }
        return true
    }

    private func list<Child>(
        _ open: String, _ children: [Child], _ close: String, _ out: inout String,
        _ write: (Child, inout String) -> Bool
    ) -> Bool {
        out += open
        for (position, child) in children.enumerated() {
            if position > 0 { out += "," + space }
            guard write(child, &out) else { return false }
        }
        out += close
        return true
    }

    /// Of several members with one name the last counts, in the place of the first.
    private func members(_ index: JSONIndex, _ node: Int) -> [JSONIndex.Member] {
        var places: [ExactText: Int] = [:], members: [JSONIndex.Member] = []
        for member in index.members(node) {
            let name = ExactText(index.name(member.name))
            if let place = places[name] {
                members[place] = member
            } else {
                places[name] = members.count
                members.append(member)
            }
        }
        func sorted(by isBefore: ([Unicode.Scalar], [Unicode.Scalar]) -> Bool) -> [JSONIndex.Member] {
            members.map { (Array(index.name($0.name).unicodeScalars), $0) }.sorted { isBefore($0.0, $1.0) }.map(\.1)
        }
        switch self {
        case .python, .orjson, .node: return members
        case .pythonSorted: return sorted { $0.lexicographicallyPrecedes($1) }
        case .pythonBackwards: return sorted { $1.lexicographicallyPrecedes($0) }
        case .pythonByLength, .jsonb:
            return sorted { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count < $1.count }
        }
    }

    /// Python escapes what is not ASCII.
    private func text(_ text: String) -> String {
        let quoted = String(decoding: JSONText.encode(text), as: UTF8.self)
        if [.orjson, .node, .jsonb].contains(self) { return quoted }
        return quoted.utf16.map { unit in
            if unit < 0x7F { return String(UnicodeScalar(UInt8(unit))) }
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    /// Python keeps the digits of integers, jsonb those of every number; the others have doubles alone.
    private func number(_ text: String) -> String? {
        let isInteger = !text.contains { ".eE".contains($0) }
        if self == .jsonb { return isInteger || !text.contains { "eE".contains($0) } ? text : nil }
        if isInteger, self != .node { return text == "-0" ? "0" : text }
        guard let double = Double(text), double.isFinite else { return nil }
        guard self == .node, double == double.rounded(), abs(double) < 1e15 else { return double.description }
        return String(Int(double))
    }
}

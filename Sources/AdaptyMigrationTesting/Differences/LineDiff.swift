/// A unified diff of two formatted documents.
enum LineDiff {
    private enum Line {
        case same(IndentedLine), removed(IndentedLine), added(IndentedLine)

        var isChange: Bool {
            if case .same = self { return false }
            return true
        }

        var pointer: String {
            switch self {
            case .same(let line), .removed(let line), .added(let line): line.pointer
            }
        }
    }

    /// The maximum number of pointers in a header.
    private static let pointers = 3

    /// The lines of the diff with three lines of context; empty when nothing differs. The `@@` headers end with the
    /// JSON pointers of the changes.
    static func unified(_ old: [IndentedLine], _ new: [IndentedLine], context: Int = 3) -> [String] {
        let lines = merged(old, new)
        var out: [String] = []
        var position = 0, oldLine = 1, newLine = 1
        while position < lines.count {
            guard let change = lines[position...].firstIndex(where: \.isChange) else { break }
            let start = max(position, change - context)
            oldLine += start - position
            newLine += start - position
            var end = change, lastChange = change
            while end < lines.count, end <= lastChange + 2 * context {
                if lines[end].isChange { lastChange = end }
                end += 1
            }
            end = min(lines.count, lastChange + context + 1)
            let hunk = lines[start..<end]
            var oldCount = 0, newCount = 0
            var texts: [String] = []
            for line in hunk {
                switch line {
                case .same(let line):
                    oldCount += 1
                    newCount += 1
                    texts.append(" " + line.text)
                case .removed(let line):
                    oldCount += 1
                    texts.append("-" + line.text)
                case .added(let line):
                    newCount += 1
                    texts.append("+" + line.text)
                }
            }
            out.append("@@ -\(oldLine),\(oldCount) +\(newLine),\(newCount) @@\(changed(hunk))")
            out += texts
            oldLine += oldCount
            newLine += newCount
            position = end
        }
        return out
    }

    private static func changed(_ hunk: ArraySlice<Line>) -> String {
        var pointers: [String] = []
        for line in hunk where line.isChange && !pointers.contains(line.pointer) { pointers.append(line.pointer) }
        let named = pointers.filter { !$0.isEmpty }.prefix(LineDiff.pointers)
        return named.isEmpty ? "" : " " + named.joined(separator: " ") + (pointers.count > named.count ? " …" : "")
    }

    private static func merged(_ old: [IndentedLine], _ new: [IndentedLine]) -> [Line] {
        var removed: Set<Int> = [], added: Set<Int> = []
        for change in new.map(\.text).difference(from: old.map(\.text)) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var lines: [Line] = [], a = 0, b = 0
        while a < old.count || b < new.count {
            if removed.contains(a) {
                lines.append(.removed(old[a]))
                a += 1
            } else if added.contains(b) {
                lines.append(.added(new[b]))
                b += 1
            } else if a < old.count, b < new.count {
                lines.append(.same(old[a]))
                a += 1
                b += 1
            } else {
                break
            }
        }
        return lines
    }
}

/// A unified diff of two lists of lines.
enum LineDiff {
    private enum Line {
        case same(String), removed(String), added(String)

        var isChange: Bool {
            if case .same = self { return false }
            return true
        }
    }

    /// The lines of the diff with three lines of context and `@@` headers; empty when nothing differs.
    static func unified(_ old: [String], _ new: [String], context: Int = 3) -> [String] {
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
                case .same(let text):
                    oldCount += 1
                    newCount += 1
                    texts.append(" " + text)
                case .removed(let text):
                    oldCount += 1
                    texts.append("-" + text)
                case .added(let text):
                    newCount += 1
                    texts.append("+" + text)
                }
            }
            out.append("@@ -\(oldLine),\(oldCount) +\(newLine),\(newCount) @@")
            out += texts
            oldLine += oldCount
            newLine += newCount
            position = end
        }
        return out
    }

    private static func merged(_ old: [String], _ new: [String]) -> [Line] {
        var removed: Set<Int> = [], added: Set<Int> = []
        for change in new.difference(from: old) {
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

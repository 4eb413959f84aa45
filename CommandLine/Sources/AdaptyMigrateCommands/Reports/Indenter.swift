/// Lays a JSON document out with one member or element a line, so that two of them can be compared line by line.
/// Numbers, strings and escapes are shown as they stand.
enum Indenter {
    static func lines(_ document: [UInt8]) -> [String] {
        var lines: [String] = [], line: [UInt8] = [], depth = 0, isInString = false
        func end() {
            if line.contains(where: { !$0.isSpace }) { lines.append(String(decoding: line, as: UTF8.self)) }
            line = Array(repeating: 0x20, count: depth * 2)
        }
        var position = 0
        while position < document.count {
            let byte = document[position]
            position += 1
            if isInString {
                line.append(byte)
                if byte == 0x5C, position < document.count {
                    line.append(document[position])
                    position += 1
                } else if byte == 0x22 {
                    isInString = false
                }
                continue
            }
            switch byte {
            case 0x22:
                isInString = true
                line.append(byte)
            case 0x7B, 0x5B:
                line.append(byte)
                if let closing = closing(document, position) {
                    line.append(document[closing])
                    position = closing + 1
                } else {
                    depth += 1
                    end()
                }
            case 0x7D, 0x5D:
                depth -= 1
                end()
                line.append(byte)
            case 0x2C:
                line.append(byte)
                end()
            case 0x3A: line += [0x3A, 0x20]
            case _ where byte.isSpace: continue
            default: line.append(byte)
            }
        }
        end()
        return lines
    }

    /// The end of an empty container, which stays on its line.
    private static func closing(_ document: [UInt8], _ position: Int) -> Int? {
        guard let next = document[position...].firstIndex(where: { !$0.isSpace }), document[next] == 0x7D || document[next] == 0x5D else { return nil }
        return next
    }
}

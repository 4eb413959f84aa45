import AdaptyMigrationTools
import AdaptyMigrationFiles

/// The members of a JSON object as raw bytes, for reading a line of a sidecar.
enum MemberScanner {
    /// The names (as written) and values of the object; `nil` when the bytes are not a JSON object.
    static func members(of line: [UInt8], maximumDepth: Int) -> [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)]? {
        do throws(MigrationError) {
            // This validates the bytes, so the grammar is correct from here on.
            guard try RecordList.ranges(in: line, maximumDepth: maximumDepth) == nil else { return nil }
        } catch {
            return nil
        }
        guard var position = line.firstIndex(where: { !$0.isSpace }), line[position] == 0x7B else { return nil }
        position += 1
        var members: [(ArraySlice<UInt8>, ArraySlice<UInt8>)] = []
        while position < line.count {
            skip(line, &position) { $0.isSpace || $0 == 0x2C }
            guard position < line.count, line[position] == 0x22 else { break }
            let name = value(line, &position)
            skip(line, &position) { $0.isSpace || $0 == 0x3A }
            members.append((name.dropFirst().dropLast(), value(line, &position)))
        }
        return members
    }

    private static func skip(_ line: [UInt8], _ position: inout Int, while isSkipped: (UInt8) -> Bool) {
        while position < line.count, isSkipped(line[position]) { position += 1 }
    }

    private static func value(_ line: [UInt8], _ position: inout Int) -> ArraySlice<UInt8> {
        let start = position
        var depth = 0, isInString = false
        while position < line.count {
            let byte = line[position]
            if isInString {
                if byte == 0x5C { position += 1 } else if byte == 0x22 { isInString = false }
            } else if byte == 0x22 {
                isInString = true
            } else if byte == 0x7B || byte == 0x5B {
                depth += 1
            } else if byte == 0x7D || byte == 0x5D {
                if depth == 0 { break }
                depth -= 1
            } else if depth == 0, byte == 0x2C || byte == 0x3A || byte.isSpace {
                break
            }
            position += 1
        }
        return line[start..<min(position, line.count)]
    }
}

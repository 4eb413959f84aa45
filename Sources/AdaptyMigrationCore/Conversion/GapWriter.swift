/// Writes the children of one container with the gaps they had; a gap's comma is added or left out as the place
/// demands.
///
/// Worked example, what was the list `[ {"id":"a"}, {"id":"b"} ]`: `add(" ", "\"a\":{…}")`, `add(", ", "\"b\":{…}")`
/// and `close(" ", "}")` make `{ "a":{…}, "b":{…} }`.
struct GapWriter {
    private var out: [UInt8]
    private var isEmpty = true

    init(open: UInt8) { out = [open] }

    mutating func add(_ gap: ArraySlice<UInt8>, _ text: [UInt8]) {
        let comma = gap.firstIndex(of: 0x2C)
        if isEmpty, let comma {
            out += gap[(comma + 1)...]
        } else if !isEmpty, comma == nil {
            out += [0x2C] + gap
        } else {
            out += gap
        }
        out += text
        isEmpty = false
    }

    mutating func close(_ tail: ArraySlice<UInt8>, _ bracket: UInt8) -> [UInt8] { out + tail + [bracket] }
}

/// Members that fill a record with one kind of matter.
enum Filler {
    /// Custom attributes with `count` texts of `length` words.
    static func texts(
        _ alphabet: Alphabet, _ count: Int, _ length: Int, _ out: inout RecordWriter, _ random: inout SplitMix64
    ) {
        out.name("custom_attributes")
        out.open()
        for position in 0..<count {
            out.separate()
            out.byte(0x22)
            out.raw("a")
            out.integer(position)
            out.raw("\":")
            out.words(alphabet, length, &random)
        }
        out.close()
    }

    static func list(
        _ alphabet: Alphabet, _ count: Int, _ length: Int, _ out: inout RecordWriter, _ random: inout SplitMix64
    ) {
        out.name("notes")
        out.byte(0x5B)
        for _ in 0..<count {
            out.separate()
            out.words(alphabet, length, &random)
        }
        out.byte(0x5D)
    }

    static func numbers(_ count: Int, _ out: inout RecordWriter, _ random: inout SplitMix64) {
        out.name("series")
        out.byte(0x5B)
        for _ in 0..<count {
            out.separate()
            out.number(&random)
        }
        out.byte(0x5D)
    }
}

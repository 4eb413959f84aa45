/// What the wrappers around a record say about each column, worked out once for every set of wrappers.
struct EnvelopeWeight: Sendable {
    let out: UInt16
    let doubts: SIMD16<UInt32>

    static func of(_ wrappers: UInt8) -> EnvelopeWeight { all[Int(wrappers)] }

    private static let all = (0..<256).map { EnvelopeWeight(UInt8($0)) }

    private init(_ wrappers: UInt8) {
        var score = DialectScore(JSONIndex(bytes: [], nodes: []), columns: Column.allCases), out: UInt16 = 0
        Recognizer.weigh(Envelope.Wrapper.allCases.filter { wrappers & $0.bit != 0 }, &score)
        var doubts = SIMD16<UInt32>()
        for column in Column.allCases {
            if score[column].hard != nil { out |= column.bit }
            doubts[column.rawValue] = UInt32(score[column].doubts)
        }
        self.out = out
        self.doubts = doubts
    }
}

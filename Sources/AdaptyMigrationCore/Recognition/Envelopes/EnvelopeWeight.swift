/// What the wrappers around a record say about each column, worked out once for every set of wrappers.
package struct EnvelopeWeight: Sendable {
    package let out: UInt16
    package let doubts: SIMD16<UInt32>

    package static func of(_ wrappers: [Envelope.Wrapper]) -> EnvelopeWeight {
        of(wrappers.reduce(0) { $0 | $1.bit })
    }

    static func of(_ wrappers: UInt8) -> EnvelopeWeight { all[Int(wrappers)] }

    private static let all = (0..<256).map { EnvelopeWeight(UInt8($0)) }

    private init(_ bits: UInt8) {
        let wrappers = Envelope.Wrapper.allCases.filter { bits & $0.bit != 0 }
        var out: UInt16 = 0, doubts = SIMD16<UInt32>()
        for (column, wrapper) in Column.allCases.flatMap({ column in wrappers.map { (column, $0) } }) {
            switch EnvelopeWeight.reason(wrapper, among: wrappers, against: column) {
            case .hard?: out |= column.bit
            case .soft?: doubts[column.rawValue] += 100
            case nil: break
            }
        }
        (self.out, self.doubts) = (out, doubts)
    }

    enum Reason {
        /// The column is excluded, or excluded unless nothing fits better.
        case hard(DialectObjection.Reason), soft(DialectObjection.Reason)
    }

    /// What speaks against a column; `nil` for nothing.
    static func reason(_ wrapper: Envelope.Wrapper, among wrappers: [Envelope.Wrapper], against column: Column)
        -> Reason?
    {
        // The forms in which an SDK answers an app.
        let answers: ColumnSet = [.sdk1Bridges, .current]
        switch (wrapper, column) {
        case (.stored, .sdk2), (.stored, .sdk3), (.attributes, .sdk1Wire): return nil
        case (.attributes, .sdk2), (.attributes, .sdk3): return .soft(.jsonAPI)
        case (.data, .serverV1), (.data, .serverV2), (.typedData, .sdk2), (.typedData, .sdk3),
            (.typedData, .sdk2Bridge):
            return nil
        case (.data, _) where wrappers.contains(.attributes), (.typedData, _) where wrappers.contains(.attributes):
            return nil
        case (.data, .sdk3), (.data, .sdk2), (.data, .sdk1Wire), (.data, .sdk2Bridge), (.data, .sdk1Bridge),
            (.data, .sdk1BridgeSnake), (.typedData, _):
            return .soft(.bareData)
        case (.success, _) where answers.contains(column), (.profile, _) where answers.contains(column),
            (.purchase, _) where ColumnSet.current.contains(column), (.promo, _):
            return nil
        default: return .hard(.envelope(wrapper))
        }
    }
}

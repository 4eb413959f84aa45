@_spi(Tools) @testable import AdaptyMigrationStreams
@_spi(Tools) @testable import AdaptyMigrationCore

/// One record in a stream, and by itself with a ledger: who listens changes nothing.
struct TwoPaths {
    private let transcoder: Transcoder
    private let direction: Transcoder.Direction
    private let migrator = Migrator.comparing
    private let from: Dialect?, to: Dialect?
    private let input = RecordBuffer(capacity: 64), output = RecordBuffer(capacity: 64)
    private(set) var counts: [Ledger.Action: Int] = [:]
    private(set) var accepted = 0

    init(_ direction: Transcoder.Direction, from: Dialect? = nil, to: Dialect? = nil) {
        self.direction = direction
        self.from = from
        self.to = to
        transcoder = Transcoder(direction, from: from, to: to)
    }

    /// What the two paths disagree about; `nil` when they agree. The record stands between others, as in a block.
    mutating func difference(_ record: [UInt8]) -> String? {
        input.removeAll()
        input.append(Array("{\"a\":\"\n".utf8))
        let start = input.count
        input.append(record)
        let range = start..<input.count
        input.append(Array("\n\"}]\u{44F}".utf8))
        output.removeAll()
        output.append([0x2E])
        let stream = Result { () throws(MigrationError) in try transcoder.convert(range, of: input, into: output) }
        let alone = Result { () throws(MigrationError) in
            direction == .upgrade
                ? try migrator.upgrade(record, from: from, to: to) : try migrator.downgrade(record, from: from, to: to)
        }
        switch (stream, alone) {
        case (.failure(let a), .failure(let b)): return a == b && output.bytes == [0x2E] ? nil : "errors \(a) and \(b)"
        case (.success(let a), .success(let b)):
            accepted += 1
            for (action, count) in b.ledger.counts { counts[action, default: 0] += count }
            if transcoder.counts != counts {
                return "counts \(transcoder.counts) and \(counts)\nto \(text(output.bytes))"
            }
            let expected = [0x2E] + b.document
            if let place = zip(output.bytes, expected).enumerated().first(where: { $0.element.0 != $0.element.1 })?
                .offset ?? (output.count == expected.count ? nil : min(output.count, expected.count))
            {
                return
                    "differs at byte \(place)\nstream …\(text(Array(output.bytes[max(0, place - 60)...])))\nalone  …\(text(Array(expected[max(0, place - 60)...])))"
            }
            let isSame =
                a.source == b.source && a.target == b.target && a.kind == b.kind
                && a.isChanged == (b.documentWithoutResidue != record) && a.hasResidue == (b.residue != nil)
            return isSame ? nil : "outcome \(a), not \(b.source?.rawValue ?? "unknown") \(b.target) \(b.kind)"
        case (.success, .failure(let error)): return "the stream accepts, alone it is refused: \(error)"
        case (.failure(let error), .success): return "alone it is accepted, the stream refuses: \(error)"
        }
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension Migrator {
    /// Tells what it does with every member.
    static let comparing = Migrator(MigrationOptions(keepsLedger: true))
}

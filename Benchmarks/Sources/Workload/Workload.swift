@_spi(Tools) import AdaptyMigrationTools

/// One operation on some records, checked before it is timed. Buffers are kept from run to run.
public final class Workload {
    /// The product's answer is not the one it has to be.
    public struct WrongAnswer: Error, CustomStringConvertible {
        public let description: String
    }

    public let operation: Operation
    private let records: Records
    private let documents: [[UInt8]]
    private let forms: [(dialect: Dialect, kind: RecordKind)]
    private let up = Engine(.upgrade), down = Engine(.downgrade)
    /// Access is compared at the first of January 2024.
    private let verifier = Verifier(instants: [1_704_067_200_000_000])
    private let output = RecordBuffer()
    private let upgraded: Records

    /// - Throws: ``WrongAnswer`` or the product's error when the operation does not give what it has to.
    public init(_ operation: Operation, _ records: Records) throws {
        self.operation = operation
        self.records = records
        documents = records.documents
        if documents.isEmpty { throw WrongAnswer(description: "there are no records") }
        forms = try documents.map { document in
            let found = try Migrator().detect(document)
            return (found.dialect, found.kind)
        }
        upgraded = Records(try documents.map { try Migrator().upgrade($0).document })
        try check()
    }

    /// What one run reads.
    public var byteCount: Int { operation == .downgrade ? upgraded.byteCount : records.byteCount }

    /// Whether the product has typed records of this kind.
    public static func hasModels(_ kind: RecordKind) -> Bool {
        kind == .profile || kind == .paywall || kind == .product || kind == .event
    }

    /// Runs once over all records.
    ///
    /// - Returns: a number that depends on all of the work.
    public func run() throws -> Int {
        switch operation {
        case .detect: return try documents.reduce(0) { $0 &+ (try Migrator().detect($1)).evidence.count }
        case .upgrade:
            output.removeAll()
            try up.convert(records, into: output)
            return output.count
        case .downgrade:
            output.removeAll()
            try down.convert(upgraded, into: output)
            return output.count
        case .verify: return try verify()
        case .decode:
            return try zip(documents, forms).reduce(0) { $0 &+ (try Typed.decode($1.0, $1.1.dialect, $1.1.kind)) }
        case .convert:
            return try zip(documents, forms).reduce(0) {
                $0 &+ (try Typed.convert($1.0, $1.1.dialect, $1.1.kind)).count
            }
        }
    }

    private func verify() throws -> Int {
        for range in records.ranges {
            if let failure = try verifier.check(range, of: records.buffer).first {
                throw WrongAnswer(description: failure.description)
            }
        }
        return records.ranges.count
    }

    private func check() throws {
        let result = try run()
        switch operation {
        case .upgrade:
            guard output.isEqual(to: upgraded.buffer) else {
                throw WrongAnswer(description: "the upgrade is not Migrator's")
            }
        case .downgrade:
            guard output.isEqual(to: records.buffer) else {
                throw WrongAnswer(description: "the downgrade is not the original")
            }
        case .detect, .verify, .decode: break
        case .convert:
            for (document, form) in zip(documents, forms) { try Typed.check(document, form.dialect, form.kind) }
        }
        guard result > 0 else { throw WrongAnswer(description: "nothing came out") }
    }
}

@_spi(Tools) import AdaptyMigrationTools
import CAdaptyMigrate

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The content of an `am_result`.
struct Answer {
    private var document: [UInt8]?
    private var residue: [UInt8]?
    private var source: Dialect?
    private var target: Dialect?
    private var kind: RecordKind?
    private var isChanged = false
    private var error: MigrationError?

    init(_ outcome: Transcoder.Outcome, document: [UInt8], residue: [UInt8]?) {
        (self.document, self.residue) = (document, residue)
        name(outcome.source, outcome.target, outcome.kind)
        isChanged = outcome.isChanged
    }

    /// - Parameter source: `nil` where nothing is known of the record.
    private mutating func name(_ source: Dialect?, _ target: Dialect, _ kind: RecordKind) {
        guard let source else { return }
        (self.source, self.target, self.kind) = (source, target, kind)
    }

    init(_ detection: Detection) {
        let members: RawJSON = [
            "dialect": RawJSON(string: detection.dialect.rawValue), "kind": RawJSON(string: detection.kind.rawValue),
            "also_fits": RawJSON(array: detection.alsoFits.map { RawJSON(string: $0.rawValue) }),
            "evidence": RawJSON(array: detection.evidence.map(RawJSON.init(string:))),
        ]
        self.init(members)
        (source, target, kind) = (detection.dialect, detection.dialect, detection.kind)
    }

    init(_ value: RawJSON) { document = value.bytes }

    private init(_ error: MigrationError) { self.error = error }

    /// The answer for a record with a byte order mark before it.
    func after(_ mark: some Collection<UInt8>) -> Answer {
        guard !mark.isEmpty, let document else { return self }
        var answer = self
        answer.document = mark + document
        return answer
    }

    /// The options of the header, by the names that the library has for them.
    static let options = [
        "maximumDepth": "`maximum_depth`", "instant": "`at`", "fillRequired": "`fill_required`",
        "readableBy": "`readable_by`", "ndjson": "one call for each",
    ]

    /// Processes the options of a call and fills in the result.
    ///
    /// - Returns: the status.
    static func with(
        _ options: UnsafePointer<am_options>?, into result: UnsafeMutablePointer<am_result>?,
        _ body: (ConversionRequest) throws(MigrationError) -> Answer
    ) -> Int32 {
        guard let result else { return Int32(AM_MISUSE) }
        do throws(MigrationError) {
            return try body(try ConversionRequest(options?.pointee)).fill(result)
        } catch {
            return Answer(error.naming(Answer.options)).fill(result)
        }
    }

    // MARK: To C

    private var status: Int32 {
        guard let error else { return Int32(AM_OK) }
        return Int32(error.code.rawValue == "misuse" ? AM_MISUSE : AM_REJECTED)
    }

    private func fill(_ result: UnsafeMutablePointer<am_result>) -> Int32 {
        let texts: [String?] = [
            source?.rawValue, target?.rawValue, kind?.rawValue, error?.code.rawValue, error?.message, error?.remedy,
            error?.path,
        ]
        let parts: [[UInt8]?] = [document, residue] + texts.map { $0.map { Array($0.utf8) } }
        guard let (memory, places) = Answer.block(parts) else {
            result.pointee = am_result()
            result.pointee.status = Int32(AM_NO_MEMORY)
            return Int32(AM_NO_MEMORY)
        }
        func text(_ part: Int) -> UnsafePointer<CChar>? {
            places[part].map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
        }
        result.pointee = am_result(
            status: status, is_changed: isChanged ? 1 : 0, document: places[0].map { UnsafePointer($0) },
            document_count: document?.count ?? 0,
            residue: places[1].map { UnsafePointer($0) }, residue_count: residue?.count ?? 0, source: text(2),
            target: text(3), kind: text(4), code: text(5), message: text(6),
            remedy: text(7), path: text(8), offset: Int64(error?.place?.offset ?? -1),
            line: Int64(error?.place?.line ?? -1), column: Int64(error?.place?.column ?? -1), memory: memory
        )
        return status
    }

    /// Writes the parts one after another, each followed by a zero byte, to one piece of memory that the caller will
    /// own.
    ///
    /// - Returns: `nil` when there is not enough memory.
    private static func block(_ parts: [[UInt8]?]) -> (UnsafeMutableRawPointer, [UnsafeMutablePointer<UInt8>?])? {
        let size = parts.reduce(0) { $0 + ($1.map { $0.count + 1 } ?? 0) }
        guard let memory = malloc(max(1, size)) else { return nil }
        var next = memory.assumingMemoryBound(to: UInt8.self)
        let places = parts.map { part -> UnsafeMutablePointer<UInt8>? in
            guard let part else { return nil }
            let place = next
            part.withUnsafeBufferPointer { bytes in
                if let base = bytes.baseAddress { place.update(from: base, count: bytes.count) }
            }
            place[part.count] = 0
            next = place + part.count + 1
            return place
        }
        return (memory, places)
    }
}

@_spi(Tools) import AdaptyMigrationTools
import CAdaptyMigrate

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The content of an `am_results`.
struct Answers {
    private var status = Int32(AM_OK)
    private var documents = GrowingMemory()
    private var offsets = GrowingMemory()
    private var rejects: [(index: Int, error: MigrationError)] = []

    /// The results of `am_upgrade_many`. The caller will own their memory.
    static func upgrading(
        _ records: UnsafePointer<UInt8>?, _ offsets: UnsafePointer<Int64>?, _ count: Int,
        _ options: UnsafePointer<am_options>?
    ) -> am_results {
        var answers = Answers()
        do throws(MigrationError) {
            let request = try ConversionRequest(options?.pointee)
            guard !request.isOfOneRecord else {
                throw .misuse(
                    "a residue beside the record is for one record",
                    remedy: "embed or discard the residues, or convert the records one by one")
            }
            let column = try RecordColumn(records, offsets, count)
            try Converters.shared.lend(.upgrade, request) { answers.add(column, with: $0) }
        } catch {
            answers.reject(count, error)
        }
        return answers.results()
    }

    private mutating func add(_ records: RecordColumn, with converter: Converter) {
        endDocument()
        for index in 0..<records.count where status == AM_OK {
            do throws(MigrationError) {
                try add(try records[index], with: converter)
            } catch {
                reject(index, error)
            }
            endDocument()
        }
    }

    private mutating func add(_ record: UnsafeRawBufferPointer, with converter: Converter) throws(MigrationError) {
        // The mark is rare, and to look for it in every record takes a twentieth of the time.
        guard record.first == Answers.firstOfMark else {
            return try converter.convert(record) { _, document, _ in append(document) }
        }
        try ByteOrderMark.passing(record) { (mark, record) throws(MigrationError) in
            try converter.convert(UnsafeRawBufferPointer(rebasing: record)) { _, document, _ in
                append(UnsafeRawBufferPointer(rebasing: mark))
                append(document)
            }
        }
    }

    /// The first byte of a byte order mark, with which no JSON begins.
    private static let firstOfMark: UInt8 = 0xEF

    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if !documents.append(bytes) { status = Int32(AM_NO_MEMORY) }
    }

    private mutating func endDocument() {
        let isThere = withUnsafeBytes(of: Int64(documents.count)) { offsets.append($0) }
        if !isThere { status = Int32(AM_NO_MEMORY) }
    }

    /// A wrong call has no other results.
    private mutating func reject(_ index: Int, _ error: MigrationError) {
        if error.code.rawValue == "misuse" {
            status = Int32(AM_MISUSE)
            rejects = []
        }
        rejects.append((index, error.naming(Answer.options)))
    }

    // MARK: To C

    private consuming func results() -> am_results {
        var results = am_results()
        if status != AM_NO_MEMORY, !rejects.isEmpty {
            results.rejects = Answers.block(rejects)
            results.reject_count = rejects.count
            if results.rejects == nil { status = Int32(AM_NO_MEMORY) }
        }
        if status == AM_OK {
            results.documents = documents.start.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }
            results.offsets = offsets.start.map { UnsafePointer($0.assumingMemoryBound(to: Int64.self)) }
        } else {
            documents.release()
            offsets.release()
        }
        if status == AM_NO_MEMORY { results = am_results() }
        results.status = status
        return results
    }

    /// The entries, and after them their texts, each followed by a zero byte, in one piece of memory.
    ///
    /// - Returns: `nil` when there is not enough memory.
    private static func block(_ rejects: [(index: Int, error: MigrationError)]) -> UnsafePointer<am_reject>? {
        let texts = rejects.reduce(0) { $0 + Answers.texts($1.error).reduce(0) { $0 + $1.utf8.count + 1 } }
        guard let memory = malloc(rejects.count * MemoryLayout<am_reject>.stride + texts) else { return nil }
        let entries = memory.bindMemory(to: am_reject.self, capacity: rejects.count)
        var next = UnsafeMutableRawPointer(entries + rejects.count).assumingMemoryBound(to: CChar.self)
        for (place, (index, error)) in rejects.enumerated() {
            let starts = Answers.texts(error).map { text in
                defer { next += text.utf8.count + 1 }
                return Answers.write(text, to: next)
            }
            (entries + place).initialize(
                to: am_reject(
                    index: index, code: starts[0], message: starts[1], remedy: starts[2], path: starts[3],
                    offset: Int64(error.place?.offset ?? -1), line: Int64(error.place?.line ?? -1),
                    column: Int64(error.place?.column ?? -1)))
        }
        return UnsafePointer(entries)
    }

    private static func texts(_ error: MigrationError) -> [String] {
        [error.code.rawValue, error.message, error.remedy, error.path]
    }

    /// - Precondition: there is room for the text and a zero byte.
    private static func write(_ text: String, to place: UnsafeMutablePointer<CChar>) -> UnsafePointer<CChar> {
        for (offset, byte) in text.utf8.enumerated() { place[offset] = CChar(bitPattern: byte) }
        place[text.utf8.count] = 0
        return UnsafePointer(place)
    }
}

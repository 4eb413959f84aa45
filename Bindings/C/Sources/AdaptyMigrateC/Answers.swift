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
    private var documents = AnswerColumn()
    /// `nil` when no residue goes beside its document.
    private var residues: AnswerColumn?
    private var rejects: [(index: Int, error: MigrationError)] = []

    /// The results of `am_upgrade_many` or `am_downgrade_many`. The caller will own their memory.
    ///
    /// - Parameter columns: the records, and the residues beside them, `nil` for none.
    static func converting(
        _ direction: Transcoder.Direction, _ count: Int, _ options: UnsafePointer<am_options>?,
        _ columns: () throws(MigrationError) -> (records: RecordColumn, residues: RecordColumn?)
    ) -> am_results {
        var answers = Answers()
        do throws(MigrationError) {
            let request = try ConversionRequest(options?.pointee)
            guard request.residue == nil else {
                throw .misuse(
                    "the residue of the options is for one record",
                    remedy: "give am_downgrade_many a residue for each record")
            }
            if request.residueMode == .beside { answers.residues = AnswerColumn() }
            let (records, residues) = try columns()
            try Converters.shared.lend(direction, request) { answers.add(records, residues, with: $0) }
        } catch {
            answers.reject(count, error)
        }
        return answers.results()
    }

    private mutating func add(_ records: RecordColumn, _ residues: RecordColumn?, with converter: Converter) {
        endAnswer()
        for index in 0..<records.count where status == AM_OK {
            do throws(MigrationError) {
                try add(try records[index], try residues?.residue(index), with: converter)
            } catch {
                reject(index, error)
            }
            endAnswer()
        }
    }

    private mutating func add(_ record: UnsafeRawBufferPointer, _ residue: Residue?, with converter: Converter)
        throws(MigrationError)
    {
        // The mark is rare, and to look for it in every record takes a twentieth of the time.
        guard record.first == Answers.firstOfMark else {
            return try converter.convert(record, residue) { _, document, residue in append(document, residue) }
        }
        try ByteOrderMark.passing(record) { (mark, record) throws(MigrationError) in
            try converter.convert(UnsafeRawBufferPointer(rebasing: record), residue) { _, document, residue in
                append(UnsafeRawBufferPointer(rebasing: mark), nil)
                append(document, residue)
            }
        }
    }

    /// The first byte of a byte order mark, with which no JSON begins.
    private static let firstOfMark: UInt8 = 0xEF

    private mutating func append(_ document: UnsafeRawBufferPointer, _ residue: [UInt8]?) {
        let isThere = documents.append(document) && residue?.withUnsafeBytes { residues?.append($0) ?? true } ?? true
        if !isThere { status = Int32(AM_NO_MEMORY) }
    }

    private mutating func endAnswer() {
        let isThere = documents.end() && residues?.end() ?? true
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
            (results.documents, results.offsets) = (documents.start, documents.ends)
            (results.residues, results.residue_offsets) = (residues?.start, residues?.ends)
        } else {
            documents.release()
            residues?.release()
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

@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrateC
import CAdaptyMigrate
import Testing

/// The functions of the header with Swift values around them; what they return is copied and freed.
enum CFunction: CaseIterable {
    case upgrade, downgrade, detect, meaning

    struct Result: Equatable {
        var status: Int32
        var isChanged: Bool
        var document: [UInt8]?
        var residue: [UInt8]?
        var texts: [String?]
        var place: [Int64]

        var text: String { String(decoding: document ?? [], as: UTF8.self) }
        var code: String? { texts[3] }
        var message: String { texts[4] ?? "" }
    }

    func callAsFunction(
        _ record: [UInt8], from: String? = nil, to: String? = nil, _ set: (inout am_options) -> Void = { _ in }
    ) -> Result {
        CFunction.withTexts(from, to) { from, to in
            var options = am_options()
            options.size = MemoryLayout<am_options>.size
            (options.from, options.to) = (from, to)
            set(&options)
            return record.withUnsafeBufferPointer { bytes in raw(bytes.baseAddress, bytes.count, options) }
        }
    }

    /// The call as C makes it.
    func raw(_ record: UnsafePointer<UInt8>?, _ count: Int, _ options: am_options?) -> Result {
        CFunction.result(options) { function(record, count, $0, $1) }
    }

    /// `am_entitlements`, which takes more than one record.
    static func entitlements(
        _ profile: String?, _ events: [String], at: String? = "2026-01-01T00:00:00Z", from: String? = nil
    ) -> Result {
        // Memory for all records at once: they must stay where they are during the call.
        let texts = [profile ?? ""] + events, bytes = texts.flatMap { Array($0.utf8) }
        return withTexts(from, at) { from, at in
            bytes.withUnsafeBufferPointer { memory in
                var start = 0
                let records = texts.map { text in
                    defer { start += text.utf8.count }
                    return am_record(bytes: memory.baseAddress.map { $0 + start }, count: text.utf8.count)
                }
                var options = am_options()
                options.size = MemoryLayout<am_options>.size
                (options.from, options.at) = (from, at)
                return result(options) {
                    am_entitlements(
                        profile == nil ? nil : records[0].bytes, records[0].count, Array(records.dropFirst()),
                        events.count, $0, $1)
                }
            }
        }
    }

    static func result(
        _ options: am_options?, _ call: (UnsafePointer<am_options>?, UnsafeMutablePointer<am_result>) -> Int32
    ) -> Result {
        var result = am_result()
        let status =
            options.map { options in withUnsafePointer(to: options) { call($0, &result) } } ?? call(nil, &result)
        defer { am_free(&result) }
        #expect(status == result.status)
        func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8]? {
            start.map { Array(UnsafeBufferPointer(start: $0, count: count)) }
        }
        return Result(
            status: status, isChanged: result.is_changed == 1, document: bytes(result.document, result.document_count),
            residue: bytes(result.residue, result.residue_count),
            texts: [result.source, result.target, result.kind, result.code, result.message, result.remedy, result.path]
                .map { $0.map { String(cString: $0) } },
            place: [result.offset, result.line, result.column]
        )
    }

    var function: (UnsafePointer<UInt8>?, Int, UnsafePointer<am_options>?, UnsafeMutablePointer<am_result>?) -> Int32 {
        switch self {
        case .upgrade: am_upgrade
        case .downgrade: am_downgrade
        case .detect: am_detect
        case .meaning: am_meaning
        }
    }

    static func withTexts<R>(
        _ first: String?, _ second: String?, _ body: (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> R
    ) -> R {
        guard let first else { return second.map { $0.withCString { body(nil, $0) } } ?? body(nil, nil) }
        return first.withCString { first in second.map { $0.withCString { body(first, $0) } } ?? body(first, nil) }
    }
}

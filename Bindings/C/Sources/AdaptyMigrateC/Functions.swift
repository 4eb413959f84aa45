@_spi(Tools) import AdaptyMigrationTools
import CAdaptyMigrate

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// The functions of the header. Each one only converts arguments from C and returns the answer.
//
// **Unsafe.** A record is read during the call, `count` bytes from its pointer, as the header requires, and so are
// `event_count` events. Of many records, `count + 1` offsets are read, and the bytes that they name. A result is
// written once, at the end. No pointer to either is kept.

@c(am_upgrade) @implementation
public func am_upgrade(
    _ record: UnsafePointer<UInt8>?, _ count: Int, _ options: UnsafePointer<am_options>?,
    _ result: UnsafeMutablePointer<am_result>?
) -> Int32 {
    Answer.with(options, into: result) { options throws(MigrationError) in
        try Converters.shared.convert(try RecordBytes.at(record, count), .upgrade, options)
    }
}

@c(am_downgrade) @implementation
public func am_downgrade(
    _ record: UnsafePointer<UInt8>?, _ count: Int, _ options: UnsafePointer<am_options>?,
    _ result: UnsafeMutablePointer<am_result>?
) -> Int32 {
    Answer.with(options, into: result) { options throws(MigrationError) in
        try Converters.shared.convert(try RecordBytes.at(record, count), .downgrade, options)
    }
}

@c(am_detect) @implementation
public func am_detect(
    _ record: UnsafePointer<UInt8>?, _ count: Int, _ options: UnsafePointer<am_options>?,
    _ result: UnsafeMutablePointer<am_result>?
) -> Int32 {
    Answer.with(options, into: result) { options throws(MigrationError) in
        try ByteOrderMark.passing(try RecordBytes.at(record, count)) { (_, record) throws(MigrationError) in
            Answer(try Migrator(options.migration).detect(Array(record), from: options.from))
        }
    }
}

@c(am_meaning) @implementation
public func am_meaning(
    _ event: UnsafePointer<UInt8>?, _ count: Int, _ options: UnsafePointer<am_options>?,
    _ result: UnsafeMutablePointer<am_result>?
) -> Int32 {
    Answer.with(options, into: result) { options throws(MigrationError) in
        try ByteOrderMark.passing(try RecordBytes.at(event, count)) { (_, record) throws(MigrationError) in
            let event = try WebhookEvent(decoding: Array(record), as: options.from)
            return Answer(RawJSON(string: (event.eventType?.meaning ?? .unknown).rawValue))
        }
    }
}

@c(am_entitlements) @implementation
public func am_entitlements(
    _ profile: UnsafePointer<UInt8>?, _ profileCount: Int, _ events: UnsafePointer<am_record>?, _ eventCount: Int,
    _ options: UnsafePointer<am_options>?, _ result: UnsafeMutablePointer<am_result>?
) -> Int32 {
    Answer.with(options, into: result) { options throws(MigrationError) in
        var history = AccessHistory(try options.requireInstant(), options.migration)
        if let profile { try history.begin(with: try RecordBytes.at(profile, profileCount), from: options.from) }
        for event in try RecordBytes.events(events, eventCount) {
            try history.add(try RecordBytes.at(event.bytes, event.count))
        }
        return Answer(history.json)
    }
}

@c(am_upgrade_many) @implementation
public func am_upgrade_many(
    _ records: UnsafePointer<UInt8>?, _ offsets: UnsafePointer<Int64>?, _ count: Int,
    _ options: UnsafePointer<am_options>?, _ results: UnsafeMutablePointer<am_results>?
) -> Int32 {
    guard let results else { return Int32(AM_MISUSE) }
    results.pointee = Answers.converting(.upgrade, count, options) { () throws(MigrationError) in
        (try RecordColumn(records, offsets, count), nil)
    }
    return results.pointee.status
}

@c(am_downgrade_many) @implementation
public func am_downgrade_many(
    _ records: UnsafePointer<UInt8>?, _ offsets: UnsafePointer<Int64>?, _ residues: UnsafePointer<UInt8>?,
    _ residueOffsets: UnsafePointer<Int64>?, _ count: Int, _ options: UnsafePointer<am_options>?,
    _ results: UnsafeMutablePointer<am_results>?
) -> Int32 {
    guard let results else { return Int32(AM_MISUSE) }
    results.pointee = Answers.converting(.downgrade, count, options) { () throws(MigrationError) in
        let isBeside = residues != nil || residueOffsets != nil
        return (
            try RecordColumn(records, offsets, count),
            isBeside ? try RecordColumn(residues, residueOffsets, count) : nil
        )
    }
    return results.pointee.status
}

@c(am_free_many) @implementation
public func am_free_many(_ results: UnsafeMutablePointer<am_results>?) {
    guard let results else { return }
    free(UnsafeMutableRawPointer(mutating: results.pointee.documents))
    free(UnsafeMutableRawPointer(mutating: results.pointee.offsets))
    free(UnsafeMutableRawPointer(mutating: results.pointee.residues))
    free(UnsafeMutableRawPointer(mutating: results.pointee.residue_offsets))
    free(UnsafeMutableRawPointer(mutating: results.pointee.rejects))
    results.pointee = am_results()
}

@c(am_free) @implementation
public func am_free(_ result: UnsafeMutablePointer<am_result>?) {
    guard let result else { return }
    free(result.pointee.memory)
    result.pointee = am_result()
}

@c(am_version) @implementation
public func am_version() -> UnsafePointer<CChar>? { Words.version.pointer }

@c(am_rules_hash) @implementation
public func am_rules_hash() -> UnsafePointer<CChar>? { Words.rulesHash.pointer }

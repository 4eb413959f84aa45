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
// **Unsafe.** A record is read during the call, `count` bytes from its pointer, as the header requires. A result is
// written once, at the end. No pointer to either is kept.

@c(am_upgrade) @implementation
public func am_upgrade(
    _ record: UnsafePointer<UInt8>?, _ count: Int, _ options: UnsafePointer<am_options>?,
    _ result: UnsafeMutablePointer<am_result>?
) -> Int32 {
    Answer.of(record, count, options, into: result) { record, options throws(MigrationError) in
        try Converters.shared.convert(record, .upgrade, options)
    }
}

@c(am_downgrade) @implementation
public func am_downgrade(
    _ record: UnsafePointer<UInt8>?, _ count: Int, _ options: UnsafePointer<am_options>?,
    _ result: UnsafeMutablePointer<am_result>?
) -> Int32 {
    Answer.of(record, count, options, into: result) { record, options throws(MigrationError) in
        try Converters.shared.convert(record, .downgrade, options)
    }
}

@c(am_detect) @implementation
public func am_detect(
    _ record: UnsafePointer<UInt8>?, _ count: Int, _ options: UnsafePointer<am_options>?,
    _ result: UnsafeMutablePointer<am_result>?
) -> Int32 {
    Answer.of(record, count, options, into: result) { record, options throws(MigrationError) in
        Answer(try Migrator(options.migration).detect(Array(record), from: options.from))
    }
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

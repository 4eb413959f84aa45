import Foundation

/// The way in for libFuzzer: `FUZZ_SURFACE` names the ``Surface``, `FUZZ_DICTIONARY` the file to write the table's
/// words to.
enum Fuzz {
    static let surface: Surface = {
        guard let name = ProcessInfo.processInfo.environment["FUZZ_SURFACE"], let surface = Surface(rawValue: name)
        else {
            fatalError("set FUZZ_SURFACE to one of \(Surface.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return surface
    }()
}

/// Called before libFuzzer reads its options, so that the dictionary is there when it looks for it.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeRawPointer?, _: UnsafeRawPointer?) -> CInt {
    guard let path = ProcessInfo.processInfo.environment["FUZZ_DICTIONARY"] else { return 0 }
    do {
        try Words.dictionary.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
        fatalError("\(path): \(error)")
    }
    return 0
}

/// The pointer is libFuzzer's and is good for that many bytes until this returns.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    if let fault = Fuzz.surface.fault(Array(UnsafeBufferPointer(start: start, count: count))) {
        fatalError("\(Fuzz.surface): \(fault)")
    }
    return 0
}

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

enum Platform {
    static func write(_ bytes: Slice<UnsafeRawBufferPointer>, to descriptor: Int32 = 1) -> Int {
        let part = UnsafeRawBufferPointer(rebasing: bytes)
        #if canImport(Glibc)
        return Glibc.write(descriptor, part.baseAddress, part.count)
        #else
        return Darwin.write(descriptor, part.baseAddress, part.count)
        #endif
    }
}

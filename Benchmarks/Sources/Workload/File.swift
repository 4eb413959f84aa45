#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

public enum File {
    /// The bytes of a file; `nil` when it cannot be read.
    public static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while true {
            let part = [UInt8](unsafeUninitializedCapacity: 1 << 20) { target, count in
                count = fread(target.baseAddress, 1, 1 << 20, file)
            }
            if part.isEmpty { return bytes }
            bytes += part
        }
    }
}

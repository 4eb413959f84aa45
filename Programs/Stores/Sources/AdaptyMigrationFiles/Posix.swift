#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// System calls that need more than one line. They return the result, and the caller interprets it.
public enum Posix {
    /// The system's message for the last failed call.
    public static var lastError: String { String(cString: strerror(errno)) }

    /// Reads at most as many bytes as fit. Returns the number of bytes, 0 at the end, and `nil` on failure.
    public static func read(_ descriptor: Int32, _ memory: UnsafeMutableRawBufferPointer) -> Int? {
        while true {
            #if canImport(Darwin)
            let result = Darwin.read(descriptor, memory.baseAddress, memory.count)
            #elseif canImport(Glibc)
            let result = Glibc.read(descriptor, memory.baseAddress, memory.count)
            #else
            let result = Musl.read(descriptor, memory.baseAddress, memory.count)
            #endif
            if result >= 0 { return result }
            if errno != EINTR { return nil }
        }
    }

    /// Writes all bytes. Returns whether that succeeded.
    public static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
        var done = 0
        while done < bytes.count {
            #if canImport(Darwin)
            let result = Darwin.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            #elseif canImport(Glibc)
            let result = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            #else
            let result = Musl.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            #endif
            if result >= 0 { done += result } else if errno != EINTR { return false }
        }
        return true
    }

    /// The names in a folder in byte order, so that every machine uses the same order; `nil` when the folder cannot be
    /// read.
    public static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)) {
                    String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    public static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The path with every symbolic link resolved; `nil` when it does not exist.
    public static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

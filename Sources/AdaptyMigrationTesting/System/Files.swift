#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The few system calls that the kit needs, so that it links only the C library.
enum Files {
    /// The failure of a file or folder operation: the path and the system's message.
    struct Failure: Error, Hashable, CustomStringConvertible {
        let description: String

        init(_ path: String, _ what: String) { description = "\(path): \(what): \(String(cString: strerror(errno)))" }
    }

    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    static func join(_ folder: String, _ name: String) -> String {
        folder.isEmpty || name.hasPrefix("/") ? name : folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// `a/b/c.json` → `a/b`; empty for a bare name.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ""
    }

    static func exists(_ path: String) -> Bool { mode(path) != nil }

    static func isFolder(_ path: String) -> Bool { mode(path).map { $0 & S_IFMT == S_IFDIR } ?? false }

    /// All files below a folder, relative to it, in byte order. Hidden files are skipped, and so are links to folders,
    /// which could form a cycle.
    static func below(_ folder: String, _ relative: String = "") throws(Failure) -> [String] {
        var files: [String] = []
        for name in try names(in: join(folder, relative)) where !name.hasPrefix(".") {
            let path = join(relative, name)
            if !isFolder(join(folder, path)) {
                files.append(path)
            } else if !isLink(join(folder, path)) {
                files += try below(folder, path)
            }
        }
        return files
    }

    /// The bytes of a file; `nil` when the file does not exist.
    static func read(_ path: String) throws(Failure) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw Failure(path, "cannot be opened")
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = [], count = 1
        while count > 0 {
            let block = [UInt8](unsafeUninitializedCapacity: 1 << 16) { memory, filled in
                repeat {
                    count = platformRead(descriptor, memory.baseAddress, memory.count)
                } while count < 0 && errno == EINTR
                filled = max(0, count)
            }
            bytes += block
        }
        guard count == 0 else { throw Failure(path, "cannot be read") }
        return bytes
    }

    /// Writes a file under a temporary name and then renames it, so that it appears complete or not at all.
    static func write(_ bytes: [UInt8], _ path: String) throws(Failure) {
        try createFolder(folder(of: path))
        // Tests run in parallel, and two of them may record the same file.
        let temporary = join(folder(of: path), ".\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).tmp")
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Failure(path, "cannot be created") }
        let isWritten = bytes.withUnsafeBytes { writeAll(descriptor, $0) } && fsync(descriptor) == 0
        guard close(descriptor) == 0, isWritten, rename(temporary, path) == 0 else {
            let failure = Failure(path, "cannot be written")
            unlink(temporary)
            throw failure
        }
    }

    private static func createFolder(_ path: String) throws(Failure) {
        if path.isEmpty || isFolder(path) { return }
        try createFolder(folder(of: path))
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw Failure(path, "the folder cannot be created") }
    }

    private static func names(in folder: String) throws(Failure) -> [String] {
        guard let stream = opendir(folder) else { throw Failure(folder, "the folder cannot be read") }
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

    private static func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : nil
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = platformWrite(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            if count < 0 && errno != EINTR { return false }
            done += max(0, count)
        }
        return true
    }
}

// In a type with a function of the same name, the C library's function can only be called from outside.
private func platformRead(_ descriptor: Int32, _ memory: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, memory, count)
}
private func platformWrite(_ descriptor: Int32, _ memory: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, memory, count)
}

/// Operations on path texts that do not use the file system.
public enum Path {
    /// `a/b/c.json` → `c.json`.
    public static func name(of path: String) -> String {
        String(trimmed(path).split(separator: "/", omittingEmptySubsequences: true).last ?? "")
    }

    /// `a/b/c.json` → `a/b`; empty for a bare name.
    public static func folder(of path: String) -> String {
        let path = trimmed(path)
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    public static func join(_ folder: String, _ name: String) -> String {
        folder.isEmpty ? name : folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// The path without trailing slashes.
    public static func trimmed(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        return String(path)
    }

    /// The extension in lower case, without the dot; empty when there is none.
    public static func suffix(of path: String) -> String {
        let name = name(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// A text that is equal for two paths to the same place, even if nothing exists there yet.
    public static func canonical(_ path: String) -> String {
        if let real = Posix.realPath(path) { return real }
        let folder = folder(of: path)
        return join(Posix.realPath(folder.isEmpty ? "." : folder) ?? folder, name(of: path))
    }
}

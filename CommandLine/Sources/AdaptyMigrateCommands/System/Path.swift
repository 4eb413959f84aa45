/// Path texts, without a file system.
enum Path {
    /// `a/b/c.json` → `c.json`.
    static func name(of path: String) -> String { String(trimmed(path).split(separator: "/", omittingEmptySubsequences: true).last ?? "") }

    /// `a/b/c.json` → `a/b`; empty for a bare name.
    static func folder(of path: String) -> String {
        let path = trimmed(path)
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func join(_ folder: String, _ name: String) -> String {
        folder.isEmpty ? name : folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// Without slashes at the end.
    static func trimmed(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        return String(path)
    }

    /// In lower case, without the dot; empty when there is none.
    static func suffix(of path: String) -> String {
        let name = name(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// A text that is equal for two paths to one place, also when nothing is there yet.
    static func canonical(_ path: String) -> String {
        if let real = System.realPath(path) { return real }
        let folder = folder(of: path)
        return join(System.realPath(folder.isEmpty ? "." : folder) ?? folder, name(of: path))
    }
}

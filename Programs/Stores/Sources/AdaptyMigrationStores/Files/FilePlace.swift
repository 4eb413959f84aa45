import AdaptyMigrationFiles

/// A data file, or a folder with all data files below it, and the place of its journal.
struct FilePlace {
    /// The folder to which the paths of files are relative.
    let folder: String
    /// The name of the only file; `nil` for a folder.
    let only: String?
    let journal: String

    static let journalName = ".adapty-migration"

    /// - Parameter path: a symbolic link is resolved.
    init(_ path: String) throws(StoreFailure) {
        guard let real = Posix.realPath(path), let status = FileStatus.of(real) else {
            throw StoreFailure(.missing, "\(path): \(Posix.lastError)", remedy: "check the path and the permissions")
        }
        if status.isFolder {
            (folder, only) = (real, nil)
            journal = Path.join(real, FilePlace.journalName)
            return
        }
        guard status.isRegular else {
            throw StoreFailure(.missing, "\(path) is not a regular file", remedy: "name a data file or a folder")
        }
        guard FileFormat(real) != nil else {
            throw StoreFailure(
                .usage, "the name of \(path) is not that of a data file",
                remedy: "use a name that ends in \(FileFormat.names)")
        }
        folder = Path.folder(of: real)
        let name = Path.name(of: real)
        only = name
        journal = Path.join(folder, ".\(name)\(FilePlace.journalName)")
    }

    func path(_ relative: String) -> String { Path.join(folder, relative) }

    /// The identity of the place for the journal.
    var source: String { only.map { path($0) } ?? folder }

    struct Listing {
        /// Relative paths, in byte order folder by folder.
        var files: [String] = []
        /// Warnings about skipped files and about the others.
        var remarks: [String] = []
    }

    /// The data files. Hidden files are not data, and links are other names of other files.
    func list() throws(StoreFailure) -> Listing {
        var listing = Listing()
        if let only {
            add(only, &listing)
        } else {
            guard let root = FileStatus.of(folder) else {
                throw StoreFailure(
                    .missing, "\(folder): \(Posix.lastError)", remedy: "check the path and the permissions")
            }
            try walk("", root.identity.device, &listing)
            guard !listing.files.isEmpty else {
                throw StoreFailure(
                    .missing, "\(folder): the folder has no file that ends in \(FileFormat.names)",
                    remedy: "check the path")
            }
        }
        return listing
    }

    private func walk(_ relative: String, _ device: UInt64, _ listing: inout Listing) throws(StoreFailure) {
        let place = relative.isEmpty ? folder : path(relative)
        guard let names = Posix.names(in: place) else {
            throw StoreFailure(
                .missing, "\(place): the folder cannot be read: \(Posix.lastError)",
                remedy: "give this user the right to read it")
        }
        for name in names where !name.hasPrefix(".") {
            let below = Path.join(relative, name)
            if Posix.isLink(path(below)) {
                if FileFormat(name) != nil {
                    listing.remarks.append(
                        "\(below) is a symbolic link and is skipped; name the file that it points to")
                }
                continue
            }
            guard let status = FileStatus.of(path(below)) else {
                listing.remarks.append("\(below) is skipped: \(Posix.lastError)")
                continue
            }
            if status.isFolder {
                guard status.identity.device == device else {
                    throw StoreFailure(
                        .refused, "\(path(below)) is on another file system",
                        remedy: "upgrade it as a separate store, and upgrade this folder without it")
                }
                try walk(below, device, &listing)
            } else if status.isRegular, FileFormat(name) != nil {
                add(below, &listing)
            }
        }
    }

    private func add(_ relative: String, _ listing: inout Listing) {
        listing.files.append(relative)
        if let status = FileStatus.of(path(relative)), status.links > 1 {
            listing.remarks.append("\(relative) has other names (hard links), which keep the old content")
        }
    }
}

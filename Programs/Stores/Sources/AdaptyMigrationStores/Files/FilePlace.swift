import AdaptyMigrationFiles

/// A file of data, or a folder with all data files below it, and where its journal is.
struct FilePlace {
    /// What the paths of files are relative to.
    let folder: String
    /// The one file's name; `nil` for a folder.
    let only: String?
    let journal: String

    static let journalName = ".adapty-migration"

    /// - Parameter path: a symbolic link stands for where it leads.
    init(_ path: String) throws(StoreFailure) {
        guard let real = Posix.realPath(path), let status = FileStatus.of(real) else {
            throw StoreFailure(.missing, "\(path): \(Posix.lastError)", remedy: "check the path and the rights")
        }
        if status.isFolder {
            (folder, only) = (real, nil)
            journal = Path.join(real, FilePlace.journalName)
            return
        }
        guard status.isRegular else {
            throw StoreFailure(.missing, "\(path) is no regular file", remedy: "name a file of data, or a folder")
        }
        guard FileFormat(real) != nil else {
            throw StoreFailure(.usage, "\(path) is no file of data by its name", remedy: "name it \(FileFormat.names)")
        }
        folder = Path.folder(of: real)
        let name = Path.name(of: real)
        only = name
        journal = Path.join(folder, ".\(name)\(FilePlace.journalName)")
    }

    func path(_ relative: String) -> String { Path.join(folder, relative) }

    /// What the journal is bound to.
    var source: String { only.map { path($0) } ?? folder }

    struct Listing {
        /// Relative paths, in the order of their bytes folder by folder.
        var files: [String] = []
        /// What was passed over, and what is to be known about the rest.
        var remarks: [String] = []
    }

    /// The data files there are. Hidden files are no data, and links are other names of other files.
    func list() throws(StoreFailure) -> Listing {
        var listing = Listing()
        if let only {
            add(only, &listing)
        } else {
            guard let root = FileStatus.of(folder) else {
                throw StoreFailure(.missing, "\(folder): \(Posix.lastError)", remedy: "check the path and the rights")
            }
            try walk("", root.identity.device, &listing)
            guard !listing.files.isEmpty else {
                throw StoreFailure(
                    .missing, "\(folder): the folder holds no file \(FileFormat.names)", remedy: "check the path")
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
                    listing.remarks.append("\(below) is a symbolic link and is left alone; name the file it leads to")
                }
                continue
            }
            guard let status = FileStatus.of(path(below)) else {
                listing.remarks.append("\(below) cannot be looked at: \(Posix.lastError)")
                continue
            }
            if status.isFolder {
                guard status.identity.device == device else {
                    throw StoreFailure(
                        .refused, "\(path(below)) lies on another file system",
                        remedy: "upgrade it as a store of its own, and this folder without it")
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
            listing.remarks.append("\(relative) has other names (hard links): they keep the old content")
        }
    }
}

/// Data in a form that is not JSON, recognised by its first bytes.
enum OtherFile {
    /// What it is, and the command that reads it; `nil` for what may be JSON.
    static func sentence(_ name: String, first: [UInt8]) -> String? {
        func starts(with text: String) -> Bool { first.starts(with: text.utf8) }
        if first.starts(with: [0x1F, 0x8B]) {
            return "\(name) is compressed with gzip; decompress it first: gunzip -c FILE | adapty-migrate …"
        }
        if starts(with: "SQLite format 3") {
            return "\(name) is an SQLite database: adapty-migrate store plan 'sqlite:FILE?table=…&column=…' reads it"
        }
        if first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0xFE, 0xFF]) {
            return "\(name) is UTF-16; recode it first: iconv -f UTF-16 -t UTF-8 FILE | adapty-migrate …"
        }
        let text = String(decoding: first, as: UTF8.self)
        if starts(with: "bplist00") || starts(with: "<") && text.contains("<plist") {
            return "\(name) is a property list: adapty-migrate store plan 'defaults:FILE?sdk=3.12.0' reads it"
        }
        if starts(with: "<"), text.contains("<map") {
            return "\(name) has SharedPreferences: adapty-migrate store plan 'sharedprefs:FILE?sdk=3.12.0' reads it"
        }
        return lines(name, text.drop(while: \.isWhitespace).prefix { !$0.isNewline })
    }

    private static func lines(_ name: String, _ head: Substring) -> String? {
        guard let first = head.first, !"{[".contains(first) else { return nil }
        let columns = head.split(separator: ",").map { $0.filter { $0 != "\"" && !$0.isWhitespace } }
        if columns.count > 1, columns.contains("event_type") {
            return "\(name) is a CSV export of events; name a file that ends in .csv"
        }
        guard first != "\"", head.contains("{\""), head.last == "}" else { return nil }
        return "\(name) has text before the JSON of each line; cut it off: sed 's/^[^{]*//' FILE | adapty-migrate …"
    }
}

/// Versions of Adapty's SDK whose decoders read a field, while older or newer ones of the same dialect do not.
package struct SDKSpan: Sendable, Equatable, CustomStringConvertible {
    /// The first version.
    let since: SDKVersion
    /// The last minor version, with its patches; `nil` when the newest one still reads the field.
    let last: SDKVersion?

    static func since(_ version: SDKVersion) -> SDKSpan { SDKSpan(since: version, last: nil) }
    static func from(_ version: SDKVersion, to last: SDKVersion) -> SDKSpan { SDKSpan(since: version, last: last) }

    /// - Parameter version: `nil` for all versions that read the column.
    func contains(_ version: SDKVersion?, in column: Column) -> Bool {
        guard let oldest = column.oldestReader else { return true }
        guard let version else { return since <= oldest && last == nil }
        return since <= version && last.map { (version.major, version.minor) <= ($0.major, $0.minor) } ?? true
    }

    package var description: String { last.map { "\(since)–\($0.major).\($0.minor)" } ?? "\(since)" }
}

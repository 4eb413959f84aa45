/// A version of Adapty's iOS or Android SDK, e.g. `"3.12.0"`. It determines which stored data the SDK can read.
public struct SDKVersion: Sendable, Hashable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// `3` of 3.12.1.
    public let major: Int
    /// `12` of 3.12.1.
    public let minor: Int
    /// `1` of 3.12.1.
    public let patch: Int

    /// Creates a version from its numbers.
    public init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// - Returns: `nil` when the text does not begin with `MAJOR.MINOR`. Text after the patch number (`-beta.1`) is
    ///   ignored.
    public init?(_ text: String) {
        // Literals are compared with every record, so nothing is allocated.
        var numbers = SIMD4<Int>(), place = 0, digits = 0
        for byte in text.utf8 {
            if byte == .minus { break }
            if byte == .point, digits > 0, place < 2 {
                (place, digits) = (place + 1, 0)
                continue
            }
            guard case let digit = byte &- UInt8(ascii: "0"), digit < 10, digits < 9 else { return nil }
            numbers[place] = numbers[place] * 10 + Int(digit)
            digits += 1
        }
        guard place > 0, digits > 0 else { return nil }
        self.init(numbers[0], numbers[1], numbers[2])
    }

    /// Traps where the literal is no version: `"latest"` is a fault of the program. ``init(_:)`` is for texts
    /// that come from elsewhere.
    public init(stringLiteral text: String) {
        guard let version = SDKVersion(text) else { preconditionFailure("\"\(text)\" is no version such as 3.12.0") }
        self = version
    }

    /// `3.12.1`.
    public var description: String { "\(major).\(minor).\(patch)" }

    /// Compares the numbers one by one.
    public static func < (a: SDKVersion, b: SDKVersion) -> Bool {
        (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
    }

    /// The dialect in which a server sends a kind of record to an app with this version: `sdk1-wire` before 2.0, then
    /// `sdk2`, then `sdk3`, from 2.9 on for profiles and from 3.8 on for the rest.
    public func dialect(of kind: RecordKind) -> Dialect {
        if kind == .event { return .webhook }
        if !has(.sdk2) { return .sdk1Wire }
        if kind.isRow { return .sdk2 }
        return has(kind == .profile ? .profilesOfSDK3 : .placements) ? .sdk3 : .sdk2
    }

    /// The dialect of profiles and paywalls for an app with this version; `nil` where they have two, from 2.9 to 3.7.
    public var commonDialect: Dialect? {
        let profiles = dialect(of: .profile)
        return profiles == dialect(of: .paywall) ? profiles : nil
    }

    /// The oldest version for whose decoder the requirements are known.
    public static let oldestReader = SDKVersion(2, 0)

    /// The newest version for whose decoder they are known. A later one is taken to require the same.
    public static let newestReader = SDKVersion(3, 17)

    /// Whether the version is newer than ``newestReader``. A later patch of that one is not.
    @_spi(Tools) public var isNewerThanKnown: Bool {
        (major, minor) > (SDKVersion.newestReader.major, SDKVersion.newestReader.minor)
    }

    /// The `meta.version` of the fallback files that the version reads; `nil` before 2.11, where files list paywalls
    /// without their placements. From AdaptySDK-iOS and AdaptySDK-Android at these versions.
    package var fallbackFormat: Int? {
        let formats: [(since: SDKVersion, format: Int)] = [
            ("2.11.0", 5), ("3.0.0", 6), ("3.4.0", 7), ("3.8.0", 8), ("3.12.0", 9), ("4.0.0", 10), ("4.1.0", 11),
        ]
        return formats.last { $0.since <= self }?.format
    }

    /// The first version that this project does not know: it caches flows, not paywalls.
    package static let flows = SDKChange.flows.since
}

import Foundation

// What the decoders of SDK 2 and 3 refer to and what Linux, or the chosen files, lack. Nothing here decides what a
// decoder accepts, but for `ViewConfiguration` and `AdaptyUISchema`: what a paywall looks like is not read.

#if UNPREFIXED
typealias AdaptyProfile = Profile
typealias AdaptyPaywall = Paywall
#endif

enum Backend {
    enum Request {}
    enum Response {}
}

#if !BACKEND_CODABLE
extension Backend {
    nonisolated(unsafe) static let dateFormatter: DateFormatter = {
        let formatter = DateFormatter()
        formatter.calendar = Calendar(identifier: .iso8601)
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss.SSSZ"
        return formatter
    }()
}
#endif

extension Backend {
    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .formatted(dateFormatter)
        decoder.dataDecodingStrategy = .base64
        return decoder
    }
}

enum Storage {
    static var decoder: JSONDecoder { Backend.decoder }
    static var encoder: JSONEncoder { JSONEncoder() }
}

typealias CodingUserInfo = [CodingUserInfoKey: any Sendable]

protocol CodingUserInfoContainer: AnyObject {
    var userInfo: [CodingUserInfoKey: any Sendable] { get set }
}

// Until SDK 3.3 the name has a Cyrillic letter.
typealias CodingUserInfoСontainer = CodingUserInfoContainer

extension JSONDecoder: CodingUserInfoContainer {}
extension JSONEncoder: CodingUserInfoContainer {}

struct AnyCodingKeys: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init?(intValue: Int) { nil }
}

struct AdaptyError: Error, CustomStringConvertible {
    var description: String

    static func wrongStringValueOfCustomAttribute() -> Self { .init(description: "custom attribute: text") }
    static func wrongKeyOfCustomAttribute() -> Self { .init(description: "custom attribute: key") }
    static func wrongCountCustomAttributes() -> Self { .init(description: "custom attributes: number") }
    static func isNotFileUrl() -> Self { .init(description: "not a file") }
    static func wrongVersionFallback(_ text: String) -> Self { .init(description: text) }
    static func decodingFallback(_ error: any Error) -> Self { .init(description: "\(error)") }
    static func decodingViewConfiguration(_ error: any Error) -> Self { .init(description: "\(error)") }
}

enum ResponseDecodingError: Error { case notFoundVariationId }
enum PlacementDecodingError: Error { case notFoundVariationId }

/// The SDK only logs why it does not read a placement of a fallback file; the last reason is kept.
enum Log {
    nonisolated(unsafe) static var reason: String?
    struct Category: Sendable {
        func error(_ text: String) { reason = text }
        func verbose(_ text: String) {}
    }
    static let fallbackPaywalls = Category()
    static let fallbackPlacements = Category()
    static let crossAB = Category()
    static func error(_ text: String) { reason = text }
    static func verbose(_ text: String) {}
}

struct EventValue { static func value(_ value: Int) -> Self { .init() } }

struct AdaptyInternalEventParameters {
    init(eventName: String, params: [String: EventValue]) {}
    init(eventName: String, params: [String: any Sendable]) {}
}

enum Adapty {
    static let fallbackFormatVersion = Int(ProcessInfo.processInfo.environment["FALLBACK_FORMAT"] ?? "") ?? 0
    static func logSystemEvent(_ parameters: AdaptyInternalEventParameters) {}
    static func trackSystemEvent(_ parameters: AdaptyInternalEventParameters) {}
}

protocol PlacementContent: Sendable, Codable { var variationId: String { get } }
typealias AdaptyPlacementContent = PlacementContent
protocol WebPaywallURLProviding {}

extension Collection { var isNotEmpty: Bool { !isEmpty } }

extension String {
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
    var nonEmptyOrNil: String? { isEmpty ? nil : self }

    /// The SDK draws a variation by this hash of audience and profile. Here the profile's id is the number drawn.
    var md5: [UInt8] {
        let drawn = UInt64(split(separator: "-").last ?? "") ?? 0
        return withUnsafeBytes(of: drawn.bigEndian) { [UInt8]($0) }
    }
}

#if LOCALE
struct AdaptyViewSource: Codable, Sendable, Hashable {
    enum ContainerCodingKeys: String, CodingKey {
        case container = "paywall_builder_config"
        case responseLocale = "lang"
        case id = "paywall_builder_id"
        case json
    }

    let id: String
    let responseLocale: AdaptyLocale

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ContainerCodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        responseLocale = try container.decode(AdaptyLocale.self, forKey: .responseLocale)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ContainerCodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(responseLocale, forKey: .responseLocale)
    }
}

enum AdaptyUI { typealias ViewConfiguration = AdaptyViewSource }
#endif

struct AdaptyUISchema: Codable, Sendable {
    init(from data: Data) throws {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
}

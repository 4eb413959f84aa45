import Foundation

/// Any JSON value.
enum JSON: Codable {
    case null, bool(Bool), integer(Int64), number(Double), string(String), array([JSON]), object([String: JSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

struct AnyKey: CodingKey {
    let stringValue: String
    init(stringValue: String) { self.stringValue = stringValue }
    var intValue: Int? { nil }
    init?(intValue: Int) { nil }
}

/// A boolean, or what older servers wrote for one.
struct Flag: Codable {
    var now: JSON
    var was: JSON?

    init(from decoder: any Decoder) throws {
        if let value = try? decoder.singleValueContainer().decode(Bool.self) {
            now = .bool(value)
            return
        }
        now = try JSON(from: decoder)
        let value: Bool? =
            switch now {
            case .integer(0), .string(""), .string("Production"): false
            case .integer(1), .string("Sandbox"): true
            default: nil
            }
        if let value { (now, was) = (.bool(value), now) }
    }

    func encode(to encoder: any Encoder) throws { try now.encode(to: encoder) }
}

/// A date; one without a fraction gets `.000`.
struct WireDate: Codable {
    var now: String
    var was: String?

    init(from decoder: any Decoder) throws {
        now = try decoder.singleValueContainer().decode(String.self)
        if let fixed = WireDate.withFraction(now) { (now, was) = (fixed, now) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(now)
    }

    static func withFraction(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[19] != 0x2E else { return nil }
        let isShaped = zip(bytes, "dddd-dd-ddTdd:dd:dd".utf8).allSatisfy {
            $1 == UInt8(ascii: "d") ? (0x30...0x39).contains($0) : $0 == $1
        }
        let zone = bytes[20...].filter { $0 != 0x3A }
        let isZone =
            switch bytes[19] {
            case UInt8(ascii: "Z"): zone.isEmpty
            case UInt8(ascii: "+"), UInt8(ascii: "-"): zone.count == 4 && zone.allSatisfy { (0x30...0x39).contains($0) }
            default: false
            }
        guard isShaped, isZone else { return nil }
        return String(decoding: bytes[..<19] + Array(".000".utf8) + bytes[19...], as: UTF8.self)
    }
}

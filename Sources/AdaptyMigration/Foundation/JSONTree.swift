import AdaptyMigrationModels
import AdaptyMigrationCore
import Foundation

/// A JSON value on its way through a `Codable` coder, which gives no access to the bytes.
///
/// Objects are coded as `[String: JSONTree]`, the only type whose keys every coder leaves unchanged, whatever its key
/// strategy. Product ids and attribute names are data and must not be re-cased.
enum JSONTree {
    case null
    case flag(Bool)
    /// Coders return numbers by value. `Decimal` keeps 38 digits, so `69.989999999999995` is preserved.
    case number(Decimal)
    /// Beyond the range of `Decimal` (10^±127).
    case large(Double)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])
}

extension JSONTree: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let object = try? container.decode([String: JSONTree].self) {
            self = .object(object)
        } else if let list = try? container.decode([JSONTree].self) {
            self = .list(list)
        } else if let number = try? container.decode(Decimal.self) {
            self = .number(number)
        } else {
            self = .large(try container.decode(Double.self))
        }
    }
}

extension JSONTree: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .large(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        }
    }
}

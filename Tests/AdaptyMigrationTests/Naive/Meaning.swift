import Foundation

/// What a JSON text means: members as sets, numbers by value, strings scalar by scalar.
///
/// `String` equality is canonical equivalence, for which `é` and `e` + accent are the same; here they are not.
enum Meaning: Hashable {
    case null
    case flag(Bool)
    case number(Decimal)
    case large(Double)
    case text([UInt8])
    case list([Meaning])
    case object([[UInt8]: Meaning])

    init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(Meaning.self, from: Data(bytes)) }
    init(_ text: String) throws { try self.init(Array(text.utf8)) }
}

extension Meaning: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(Array(text.utf8))
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Decimal.self) {
            self = .number(number)
        } else if let number = try? container.decode(Double.self) {
            self = .large(number)
        } else if let list = try? container.decode([Meaning].self) {
            self = .list(list)
        } else {
            let members = try container.decode([String: Meaning].self)
            self = .object(Dictionary(uniqueKeysWithValues: members.map { (Array($0.key.utf8), $0.value) }))
        }
    }
}

extension Meaning: CustomStringConvertible {
    var description: String {
        switch self {
        case .null: "null"
        case .flag(let flag): String(flag)
        case .number(let number): number.description
        case .large(let number): number.description
        case .text(let text): String(decoding: text, as: UTF8.self).debugDescription
        case .list(let list): "[" + list.map(\.description).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.map { "\(String(decoding: $0.key, as: UTF8.self).debugDescription):\($0.value)" }.sorted()
                .joined(separator: ",") + "}"
        }
    }
}

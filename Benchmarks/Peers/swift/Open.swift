import Foundation

/// A record whose members are known by name.
protocol Record: Codable {
    associatedtype Name: CodingKey & CaseIterable
}

/// Whether members without a property, and nulls, are kept. Without it a record decodes as most apps decode it.
let keepsUnknown = !CommandLine.arguments.contains("--drop-unknown")

/// A record and the members it has no property for.
struct Open<T: Record>: Codable {
    var record: T
    var rest: [String: JSON] = [:]

    init(_ record: T, _ rest: [String: JSON]) {
        self.record = record
        self.rest = rest
    }

    init(from decoder: any Decoder) throws {
        record = try T(from: decoder)
        guard keepsUnknown else { return }
        let container = try decoder.container(keyedBy: AnyKey.self)
        for key in container.allKeys {
            if try container.decodeNil(forKey: key) {
                rest[key.stringValue] = .null
            } else if T.Name(stringValue: key.stringValue) == nil {
                rest[key.stringValue] = try container.decode(JSON.self, forKey: key)
            }
        }
    }

    func encode(to encoder: any Encoder) throws {
        try record.encode(to: encoder)
        guard !rest.isEmpty else { return }
        var container = encoder.container(keyedBy: AnyKey.self)
        for (name, value) in rest { try container.encode(value, forKey: AnyKey(stringValue: name)) }
    }
}

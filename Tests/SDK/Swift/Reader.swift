import Foundation

// Reads one document a line with the decoders of SDK 2 or 3. Prints `ok` and what was decoded, as the SDK encodes it,
// or `error` and why not. Dates are milliseconds since 1970.

let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
encoder.dateEncodingStrategy = .custom { date, encoder in
    var container = encoder.singleValueContainer()
    try container.encode(Int64((date.timeIntervalSince1970 * 1000).rounded()))
}

func again(_ value: some Encodable) throws -> Data { try encoder.encode(value) }

func read<Value: Codable>(_ type: Value.Type, _ data: Data) throws -> Data {
    try again(Backend.decoder.decode(type, from: data))
}

#if INDEXED_REFERENCE
/// From SDK 3.8 on a product reference is read with its place in the list alone.
struct Reference: Codable {
    let value: AdaptyPaywall.ProductReference

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AdaptyPaywall.ProductReference.CodingKeys.self)
        value = try AdaptyPaywall.ProductReference(from: container, index: 0)
    }

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
#elseif REFERENCE
typealias Reference = AdaptyPaywall.ProductReference
#else
typealias Reference = BackendProduct
#endif

func storedProducts(_ data: Data) throws -> Data {
    #if PRODUCT_STATE
    return try again(Backend.decoder.decode(VH<[BackendProductState]>.self, from: data).value)
    #elseif !REFERENCE
    return try again(Backend.decoder.decode(VH<[BackendProduct]>.self, from: data).value)
    #else
    throw AdaptyError(description: "this version stores no products")
    #endif
}

func decoded(_ kind: String, _ data: Data) throws -> Data {
    switch kind {
    case "profile": try read(AdaptyProfile.self, data)
    case "paywall": try read(AdaptyPaywall.self, data)
    case "product": try read(Reference.self, data)
    case "stored-profile": try again(Backend.decoder.decode(VH<AdaptyProfile>.self, from: data).value)
    case "stored-paywalls": try again(Backend.decoder.decode([VH<AdaptyPaywall>].self, from: data).map(\.value))
    case "stored-products": try storedProducts(data)
    case "fallback": try again(fallback(data))
    default: throw AdaptyError(description: "no kind \(kind)")
    }
}

while let line = readLine() {
    do {
        let data = try decoded(CommandLine.arguments[1], Data(line.utf8))
        print("ok", String(decoding: data, as: UTF8.self))
    } catch {
        print("error", String(describing: error).replacingOccurrences(of: "\n", with: " "))
    }
}

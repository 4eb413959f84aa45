import Foundation

// Reads one server answer a line with the models of SDK 1 and prints what that SDK stores of it. With `stored` it reads
// what is stored, and prints it as it would store it again.

func write(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}

func answer(_ data: Data) throws -> Parameters {
    guard let json = try JSONSerialization.jsonObject(with: data) as? Parameters else {
        throw AdaptyError(description: "no object")
    }
    return json
}

func model<Model: JSONCodable & Encodable>(_ type: Model.Type, _ data: Data) throws -> String {
    let json = try answer(data)
    guard let model = try Model(json: json["data"] as? Parameters ?? json) else {
        throw AdaptyError(description: "nil")
    }
    return try write(model)
}

/// The list of paywalls, and the products beside it.
func list(_ data: Data) throws -> PaywallsArray {
    let json = try answer(data)
    guard json["data"] is [Parameters], let list = try PaywallsArray(json: json) else {
        throw AdaptyError(description: "no list")
    }
    return list
}

func stored(_ kind: String, _ data: Data) throws -> String {
    switch kind {
    case "profile": try model(PurchaserInfoModel.self, data)
    case "paywall": try model(PaywallModel.self, data)
    case "paywalls": try write(list(data).paywalls)
    case "products": try write(list(data).products)
    default: throw AdaptyError(description: "no kind \(kind)")
    }
}

func storedAgain(_ kind: String, _ data: Data) throws -> String {
    let decoder = JSONDecoder()
    return switch kind {
    case "profile": try write(decoder.decode(PurchaserInfoModel.self, from: data))
    case "paywall": try write(decoder.decode(PaywallModel.self, from: data))
    case "paywalls": try write(decoder.decode([PaywallModel].self, from: data))
    case "products": try write(decoder.decode([ProductModel].self, from: data))
    default: throw AdaptyError(description: "no kind \(kind)")
    }
}

while let line = readLine() {
    do {
        let data = Data(line.utf8), kind = CommandLine.arguments[1]
        print("ok", try CommandLine.arguments.count > 2 ? storedAgain(kind, data) : stored(kind, data))
    } catch {
        print("error", String(describing: error).replacingOccurrences(of: "\n", with: " "))
    }
}

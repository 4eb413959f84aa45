/// What a codec made of one value.
package enum Recoded {
    /// The target reads it as it is.
    case same
    case recoded([UInt8])
    /// A form that only old SDKs tolerated.
    case repaired([UInt8])
    /// Neither side can read it: kept verbatim, and the ledger says so.
    case unreadable
}

extension Codec {
    /// The value as the target column writes it. Only leaves: records and entries are walked by the converter.
    package func recode(_ index: JSONIndex, _ node: Int, from: Column, to: Column) -> Recoded {
        let kind = index.kind(node)
        if kind == .null || to.isEvent && self != .eventName { return .same }
        switch self {
        case .text: return kind == .string ? .same : .unreadable
        case .number, .integer: return kind == .number ? .same : .unreadable
        case .any, .record, .entries, .custom: return .same
        case .object(let names):
            if kind == .array, index.elements(node).isEmpty { return .repaired(JSONText.emptyObject) }
            if kind != .object { return .unreadable }
            if !ObjectNames.differ(from, to) { return .same }
            return names.renamed(index, node, toJavaScript: to.has(.javaScript)).map { .recoded($0) } ?? .same
        case .flag: return flag(index, node, kind)
        case .sandbox: return sandbox(index, node, kind, to)
        case .timestamp: return timestamp(index, node, kind, to)
        case .attributes: return attributes(index, node, kind, to)
        case .eligibility: return eligibility(index, node, kind, to)
        case .periodUnit: return enumeration(index, node, kind, to, Codec.periodUnits)
        case .paymentMode: return enumeration(index, node, kind, to, Codec.paymentModes)
        case .eventName: return eventName(index, node, kind, from, to)
        }
    }

    private static let bytesTrue = Array("true".utf8)
    private static let bytesFalse = Array("false".utf8)

    /// `0` / `1` as SDK 1.x read them from an `NSNumber`; `""` was its default, false.
    private func truth(_ index: JSONIndex, _ node: Int, _ kind: JSONKind) -> (value: Bool, isRepair: Bool)? {
        switch kind {
        case .true: return (true, false)
        case .false: return (false, false)
        case .number:
            guard let number = Double(String(decoding: index.raw(node), as: UTF8.self)), number == 0 || number == 1
            else { return nil }
            return (number == 1, false)
        case .string: return index.range(node).count == 2 ? (false, true) : nil
        default: return nil
        }
    }

    private func flag(_ index: JSONIndex, _ node: Int, _ kind: JSONKind) -> Recoded {
        if kind == .true || kind == .false { return .same }
        guard let truth = truth(index, node, kind) else { return .unreadable }
        let bytes = truth.value ? Codec.bytesTrue : Codec.bytesFalse
        return truth.isRepair ? .repaired(bytes) : .recoded(bytes)
    }

    private func sandbox(_ index: JSONIndex, _ node: Int, _ kind: JSONKind, _ to: Column) -> Recoded {
        if to.has(.environments) {
            guard kind != .string || index.range(node).count == 2, let truth = truth(index, node, kind) else {
                return kind == .string ? .same : .unreadable
            }
            return .recoded(JSONText.encode(truth.value ? "Sandbox" : "Production"))
        }
        switch index.text(node) {
        case "Sandbox": return .recoded(Codec.bytesTrue)
        case "Production": return .recoded(Codec.bytesFalse)
        default: return flag(index, node, kind)
        }
    }

    private func timestamp(_ index: JSONIndex, _ node: Int, _ kind: JSONKind, _ to: Column) -> Recoded {
        if kind == .number {
            if to.has(.numericDates) { return .same }
            guard let milliseconds = DateText.fromStored(index.raw(node)) else { return .unreadable }
            return .recoded(DateText.text(milliseconds: milliseconds, zone: to.has(.utcDates) ? "Z" : "+0000"))
        }
        guard kind == .string else { return .unreadable }
        let inner = index.raw(node).dropFirst().dropLast()
        guard let parsed = DateText.parse(index[node].hasEscapes ? JSONText.unescape(inner)[...] : inner) else {
            return .unreadable
        }
        if to.has(.numericDates) { return .recoded(DateText.stored(microseconds: parsed.microseconds)) }
        if to.has(.utcDates) {
            let written = DateText.text(milliseconds: DateText.floorDivide(parsed.microseconds, 1000), zone: "Z")
            return written[...] == index.raw(node) ? .same : .recoded(written)
        }
        return parsed.isCanonical || to.has(.anyDates) ? .same : .recoded(JSONText.encode(parsed.canonical[...]))
    }

    private func attributes(_ index: JSONIndex, _ node: Int, _ kind: JSONKind, _ to: Column) -> Recoded {
        if kind == (to.has(.attributePairs) ? .array : .object) { return .same }
        return kind == .array && index.elements(node).isEmpty ? .repaired(JSONText.emptyObject) : .unreadable
    }

    /// Every word for it; all but the first are no.
    package static let eligibilities = ["eligible", "ineligible", "unknown", "not_applicable"]

    private func eligibility(_ index: JSONIndex, _ node: Int, _ kind: JSONKind, _ to: Column) -> Recoded {
        if to.has(.flagEligibility) {
            guard let word = index.text(node).flatMap({ Codec.eligibilities.firstIndex(of: $0) }) else {
                return flag(index, node, kind)
            }
            return .recoded(word == 0 ? Codec.bytesTrue : Codec.bytesFalse)
        }
        if kind == .string, index.range(node).count > 2 { return .same }
        guard let truth = truth(index, node, kind) else { return .unreadable }
        let bytes = JSONText.encode(truth.value ? "eligible" : "ineligible")
        return truth.isRepair ? .repaired(bytes) : .recoded(bytes)
    }

    /// In the order of the integers SDK 1.x stored; further spellings are read only.
    package struct Enumeration: Sendable {
        package let canonical: [String]
        let camelCase: [String]
        let alsoRead: [String: Int]

        /// Every spelling.
        package var words: [String] { canonical + camelCase + alsoRead.keys }
    }

    package static let periodUnits = Enumeration(
        canonical: ["day", "week", "month", "year", "unknown"], camelCase: ["day", "week", "month", "year", "unknown"],
        alsoRead: ["D": 0, "W": 1, "M": 2, "Y": 3]
    )
    package static let paymentModes = Enumeration(
        canonical: ["pay_as_you_go", "pay_up_front", "free_trial", "unknown"],
        camelCase: ["payAsYouGo", "payUpFront", "freeTrial", "unknown"],
        alsoRead: ["PayAsYouGo": 0, "PayUpFront": 1, "FreeTrial": 2]
    )

    private func enumeration(_ index: JSONIndex, _ node: Int, _ kind: JSONKind, _ to: Column, _ values: Enumeration)
        -> Recoded
    {
        let position: Int
        if kind == .number {
            guard let number = Int(String(decoding: index.raw(node), as: UTF8.self)),
                values.canonical.indices.contains(number)
            else { return .unreadable }
            position = number
        } else {
            guard let text = index.text(node) else { return .unreadable }
            guard
                let found = values.canonical.firstIndex(of: text) ?? values.camelCase.firstIndex(of: text)
                    ?? values.alsoRead[text]
            else { return .same }
            position = found
        }
        let written =
            to.has(.numericEnums)
            ? Array(String(position).utf8)
            : JSONText.encode(to.has(.camelWords) ? values.camelCase[position] : values.canonical[position])
        return written[...] == index.raw(node) ? .same : .recoded(written)
    }

    private func eventName(_ index: JSONIndex, _ node: Int, _ kind: JSONKind, _ from: Column, _ to: Column) -> Recoded {
        guard let text = index.text(node) else { return .unreadable }
        let name = EventName(rawValue: text)
        let written = to.has(.formerEventNames) && !from.has(.formerEventNames) ? name.legacy : name.canonical
        return written.rawValue == text ? .same : .recoded(JSONText.encode(written.rawValue))
    }
}

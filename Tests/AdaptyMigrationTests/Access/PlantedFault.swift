@testable import AdaptyMigrationAccess
import AdaptyMigrationTesting
import Testing

@testable import AdaptyMigrationCore

/// What a defect of the mapping would do to an upgraded document.
enum PlantedFault: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case flippedFlag, lostRenewalFlag, shiftedDate, wrongAlias, droppedEntry, swappedSign, changedProduct

    var testDescription: String { rawValue }

    /// The kinds of record that can have it.
    var kinds: Set<RecordKind> {
        switch self {
        case .flippedFlag, .lostRenewalFlag, .shiftedDate: [.profile, .event]
        case .droppedEntry: [.profile]
        case .wrongAlias: [.event]
        case .swappedSign: [.event, .product]
        case .changedProduct: [.profile, .event, .product, .paywall, .paywalls]
        }
    }

    /// The document with the fault at one of its places; `nil` where it has none.
    func plant(in document: [UInt8], _ random: inout SeededGenerator) throws -> [UInt8]? {
        let index = try JSONScanner.index(document)
        var places: [Place] = []
        collect(index, 0, &places)
        guard !places.isEmpty else { return nil }
        let place = random.pick(places)
        return Array(document[..<place.range.lowerBound]) + place.text + document[place.range.upperBound...]
    }

    private struct Place {
        let range: Range<Int>
        let text: [UInt8]
    }

    private func collect(_ index: JSONIndex, _ node: Int, _ places: inout [Place]) {
        for element in index.elements(node) { collect(index, element, &places) }
        let members = Array(index.members(node))
        for (position, member) in members.enumerated() {
            let name = index.name(member.name)
            // Of duplicate names only the last counts.
            if members[(position + 1)...].contains(where: { index.name($0.name) == name }) { continue }
            if self == .droppedEntry,
                ["paid_access_levels", "access_levels", "accessLevels", "subscriptions"].contains(name)
            {
                places += entries(index, member.value)
            } else if let text = fault(PlantedFault.field(name), index, member.value) {
                places.append(Place(range: index.range(member.value), text: text))
            }
            // Attributes are the user's own.
            if !["custom_attributes", "customAttributes", "x_unknown", "user_attributes", "attributions"].contains(name)
            {
                collect(index, member.value, &places)
            }
        }
    }

    private static func field(_ name: String) -> AccessField? {
        AccessField.compared.first { $0.spellings.contains(name) }
    }

    /// A fault in a value; `nil` where it cannot have this one.
    private func fault(_ field: AccessField?, _ index: JSONIndex, _ node: Int) -> [UInt8]? {
        let text = String(decoding: index.raw(node), as: UTF8.self)
        switch (self, field?.form) {
        case (.flippedFlag, .flag):
            return text == "true" ? Array("false".utf8) : text == "false" ? Array("true".utf8) : nil
        case (.lostRenewalFlag, .flag): return field == .willRenew && text != "null" ? Array("null".utf8) : nil
        case (.shiftedDate, .instant):
            guard text.hasPrefix("\"2"), text.utf8.count > 20,
                AccessInstant.milliseconds(Array(text.utf8), 1, text.utf8.count - 1) != nil
            else { return nil }
            var shifted = Array(text.utf8)
            // The last digit of the minutes.
            shifted[16] = shifted[16] == 0x39 ? 0x30 : shifted[16] + 1
            return shifted
        case (.wrongAlias, .event):
            guard let event = index.text(node).flatMap({ AccessEvent.bySpelling[$0] }) else { return nil }
            return JSONText.encode(event.name == "trial_expired" ? "subscription_expired" : "trial_expired")
        case (.swappedSign, .amount):
            guard index.kind(node) == .number, Amount(index.raw(node)) != Amount("0".utf8) else { return nil }
            return text.hasPrefix("-") ? Array(text.utf8.dropFirst()) : Array("-\(text)".utf8)
        case (.changedProduct, .text): return index.kind(node) == .string ? JSONText.encode("another.product") : nil
        default: return nil
        }
    }

    /// Each entry of an object without it and one comma.
    private func entries(_ index: JSONIndex, _ object: Int) -> [Place] {
        let members = Array(index.members(object))
        return members.enumerated().compactMap { position, member in
            guard index.kind(member.value) == .object,
                !index.members(member.value).allSatisfy({
                    PlantedFault.field(index.name($0.name)) == nil || index.kind($0.value).isContainer
                })
            else { return nil }
            let start = position > 0 ? Int(index[members[position - 1].value].end) : Int(index[member.name].start)
            let end =
                position == 0 && members.count > 1 ? Int(index[members[1].name].start) : Int(index[member.value].end)
            return Place(range: start..<end, text: [])
        }
    }
}

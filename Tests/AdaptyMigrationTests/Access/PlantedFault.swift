import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTesting

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

    /// The document with the fault at a member that had the fewest so far; `nil` where it has no place for one.
    func plant(in document: [UInt8], _ planted: inout [String: Int], _ random: inout SeededGenerator) throws -> [UInt8]?
    {
        let index = try JSONScanner.index(document)
        var places: [Place] = []
        collect(index, 0, &places)
        guard let fewest = places.map({ planted[$0.name, default: 0] }).min() else { return nil }
        let place = random.pick(places.filter { planted[$0.name, default: 0] == fewest })
        planted[place.name, default: 0] += 1
        return Array(document[..<place.range.lowerBound]) + place.text + document[place.range.upperBound...]
    }

    private struct Place {
        /// The member's name, or that of the object that loses an entry.
        let name: String
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
                places += entries(index, name, member.value)
            } else if let form = AccessRows.forms[name], let text = fault(form, name, index, member.value) {
                places.append(Place(name: name, range: index.range(member.value), text: text))
            }
            // Attributes are the user's own.
            if !["custom_attributes", "customAttributes", "x_unknown", "user_attributes", "attributions"].contains(name)
            {
                collect(index, member.value, &places)
            }
        }
    }

    private static let renewals = AccessRows.names(.accessLevel, "will_renew")

    /// A fault in a value; `nil` where it cannot have this one.
    private func fault(_ form: AccessRows.Form, _ name: String, _ index: JSONIndex, _ node: Int) -> [UInt8]? {
        let text = String(decoding: index.raw(node), as: UTF8.self)
        switch (self, form) {
        case (.flippedFlag, .flag):
            return text == "true" ? Array("false".utf8) : text == "false" ? Array("true".utf8) : nil
        case (.lostRenewalFlag, .flag):
            return PlantedFault.renewals.contains(name) && text != "null" ? Array("null".utf8) : nil
        case (.shiftedDate, .instant):
            guard text.hasPrefix("\"2"), text.utf8.count > 20,
                DateText.microseconds(index.raw(node)) != nil
            else { return nil }
            var shifted = Array(text.utf8)
            // The last digit of the minutes.
            shifted[16] = shifted[16] == 0x39 ? 0x30 : shifted[16] + 1
            return shifted
        case (.wrongAlias, .event):
            guard let event = index.text(node), EventName.vocabulary.contains(where: { $0.name == event }) else {
                return nil
            }
            return JSONText.encode(event == "trial_expired" ? "subscription_expired" : "trial_expired")
        case (.swappedSign, .amount):
            guard index.kind(node) == .number, Amount(index.raw(node)) != Amount("0".utf8) else { return nil }
            return text.hasPrefix("-") ? Array(text.utf8.dropFirst()) : Array("-\(text)".utf8)
        case (.changedProduct, .product): return index.kind(node) == .string ? JSONText.encode("another.product") : nil
        default: return nil
        }
    }

    /// Each entry of an object without it and one comma.
    private func entries(_ index: JSONIndex, _ name: String, _ object: Int) -> [Place] {
        let members = Array(index.members(object))
        return members.enumerated().compactMap { position, member in
            guard index.kind(member.value) == .object,
                !index.members(member.value).allSatisfy({
                    AccessRows.forms[index.name($0.name)] == nil || index.kind($0.value).isContainer
                })
            else { return nil }
            let start = position > 0 ? Int(index[members[position - 1].value].end) : Int(index[member.name].start)
            let end =
                position == 0 && members.count > 1 ? Int(index[members[1].name].start) : Int(index[member.value].end)
            return Place(name: name, range: start..<end, text: [])
        }
    }
}

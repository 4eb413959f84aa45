import AdaptyMigrationFoundation
import Foundation
import Testing

@testable import AdaptyMigration

/// What a model does with members: known, unknown, absent, null, and of another type.
@Suite("Models: members")
struct MemberTests {
    static let unknown: [(name: String, json: String)] = [
        ("x_new", "1"), ("xNew", #"{"deep":[1.50,null,{"a":"\u00e9"}]}"#), ("", "null"), ("a/b~c", "true"),
        ("Ünï", #""ü""#), ("quote\"d", "[]"), ("profile id", "1e400"),
    ]

    private static var members: String {
        unknown.map { "\(String(decoding: JSONText.encode($0.name), as: UTF8.self)):\($0.json)" }.joined(separator: ",")
    }

    @Test("unknown members are kept byte for byte, in order", arguments: ModelCase.all)
    func unknownMembers(_ test: ModelCase) throws {
        func check<Model: ModelRecord & Codable>(_ type: Model.Type) throws {
            let model = try Model.decode("{\(MemberTests.members)}")
            #expect(model.unknown == MemberTests.unknown.map { RawMember(name: $0.name, json: Array($0.json.utf8)) })
            #expect(String(decoding: try model.encoded(), as: UTF8.self) == "{\(MemberTests.members)}")
            let filled = try Model(decoding: Model.sample(1), as: Model.homeDialect)
            var marked = filled
            marked.unknown += model.unknown
            let again = try Model(decoding: marked.json, as: Model.homeDialect)
            #expect(again == marked)
        }
        try check(test.type)
    }

    @Test("unknown members survive JSONEncoder and JSONDecoder", arguments: ModelCase.all)
    func unknownCodable(_ test: ModelCase) throws {
        func check<Model: ModelRecord & Codable>(_ type: Model.Type) throws {
            let text = #"{"x_new":1,"xNew":{"deep":[1.5,null,{"a":"é"}]},"":null,"a/b~c":true,"quote\"d":[]}"#
            let model = try JSONDecoder().decode(Model.self, from: Data(text.utf8))
            #expect(Set(model.unknown.map(\.name)) == ["x_new", "xNew", "", "a/b~c", "quote\"d"])
            #expect(try Meaning([UInt8](JSONEncoder().encode(model))) == Meaning(text))
        }
        try check(test.type)
    }

    /// A part of a record is never in an envelope of its own.
    @Test(
        "an unknown member called like an envelope is still a member",
        arguments: ModelCase.all.filter { $0.type.isPart }, ["data", "attributes", "v", "success", "profile"])
    func envelopeNames(_ test: ModelCase, _ name: String) throws {
        func check<Model: ModelRecord & Codable>(_ type: Model.Type) throws {
            guard let entry = Model.mapping.entries.first else { return }
            let text = #"{"\#(entry.name)":null,"\#(name)":{"x":1}}"#
            let model = try Model.decode(text)
            #expect(model.unknown.map(\.name) == [name])
            #expect(String(decoding: try model.encoded(), as: UTF8.self) == text)
        }
        try check(test.type)
    }

    @Test("absent and null are two states of every field", arguments: ModelCase.all)
    func absentAndNull(_ test: ModelCase) throws {
        func check<Model: ModelRecord & Codable>(_ type: Model.Type) throws {
            for entry in Model.mapping.entries {
                let text = "{\"\(entry.name)\":null}"
                let model = try Model.decode(text)
                guard case .null = entry.accessor.write(model) else {
                    Issue.record("\(entry.name) is not null")
                    continue
                }
                guard case .absent = entry.accessor.write(Model()) else {
                    Issue.record("\(entry.name) is not absent")
                    continue
                }
                #expect(model.unknown.isEmpty)
                #expect(model != Model())
                #expect(String(decoding: model.json, as: UTF8.self) == text)
                #expect(
                    try JSONDecoder().decode(Model.self, from: JSONEncoder().encode(model)) == model, "\(entry.name)")
            }
        }
        try check(test.type)
    }

    @Test("a field is set, nulled and removed by hand")
    func setting() throws {
        var level = try AdaptyProfile.AccessLevel.decode(#"{"id":"premium","expires_at":null}"#)
        #expect(level.$expiresAt == .null)
        #expect(level.$isActive == .absent)
        #expect(level.expiresAt == nil)
        level.isActive = true
        level.expiresAt = nil
        #expect(level.$expiresAt == .absent)
        level.$store = .null
        #expect(try Meaning(level.json) == Meaning(#"{"id":"premium","is_active":true,"store":null}"#))
        level.store = "custom"
        #expect(level.$store == .value(Store(rawValue: "custom")))
    }

    /// Fields with more than one documented form: dates as numbers, eligibility as a flag, a payload as plain text.
    static let readsOtherForms: Set<String> = [
        "activated_at", "renewed_at", "expires_at", "starts_at", "unsubscribed_at", "billing_issue_detected_at",
        "purchased_at", "introductory_offer_eligibility", "remote_config",
    ]

    @Test("a value of another type is kept as it is", arguments: ModelCase.all)
    func otherType(_ test: ModelCase) throws {
        func check<Model: ModelRecord & Codable>(_ type: Model.Type) throws {
            for entry in Model.mapping.entries where !MemberTests.readsOtherForms.contains(entry.rowID) {
                for value in [#"{"a":[1.0]}"#, "[[true]]", "12.50", #""text""#, "false"] {
                    let text = "{\"\(entry.name)\":\(value)}"
                    let model = try Model.decode(text)
                    #expect(try Meaning(model.json) == Meaning(text), "\(entry.name)")
                }
            }
        }
        try check(test.type)
    }

    @Test("equal records are equal and hash alike", arguments: ModelCase.all)
    func hashable(_ test: ModelCase) throws {
        func check<Model: ModelRecord & Codable>(_ type: Model.Type) throws {
            var seen: Set<Model> = []
            var texts: Set<[UInt8]> = []
            for seed in UInt64(0)..<40 {
                let bytes = Model.sample(seed)
                let model = try Model(decoding: bytes, as: Model.homeDialect)
                let same = try Model(decoding: bytes, as: Model.homeDialect)
                #expect(model == same)
                #expect(model.hashValue == same.hashValue)
                seen.insert(model)
                seen.insert(same)
                texts.insert(model.json)
            }
            #expect(seen.count >= texts.count)
            var other = Model()
            other.unknown = [RawMember(name: "x", json: [0x31])]
            #expect(other != Model())
        }
        try check(test.type)
    }

    @Test("the last of two members counts")
    func duplicates() throws {
        let profile = try AdaptyProfile.decode(#"{"profile_id":"first","profile_id":"last"}"#)
        #expect(profile.profileId == "last")
    }
}

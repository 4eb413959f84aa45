@testable import AdaptyMigrationStreams
import Testing

@testable import AdaptyMigrationCore

@Suite("Hostile: residues that are not ours")
struct ForeignResidueTests {
    static let record =
        #""profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":true}},"app_id":"a""#

    static func document(_ residue: String, name: String = "_adapty_migration") -> [UInt8] {
        Array("{\(record),\"\(name)\":\(residue)}".utf8)
    }

    private func expectRefused(_ bytes: [UInt8], _ code: MigrationError.Code, _ comment: Comment) {
        for attempt in Attempt.allCases {
            let error = #expect(throws: MigrationError.self, comment) { try attempt.run(bytes, .sdk1Wire) }
            #expect(error?.code == code, comment)
            #expect(error?.path.hasPrefix("/_adapty_migration") == true, comment)
            #expect(error?.place != nil, comment)
        }
    }

    @Test(
        "a member of that name with other content is refused",
        arguments: [
            "null", "true", "false", "0", "1", #""text""#, #""""#, "[]", "[1]", "{}", #"{"v":1}"#, #"{"hops":[]}"#,
            #"{"v":"1","hops":[]}"#, #"{"v":null,"hops":[]}"#, #"{"v":1,"hops":{}}"#,
            #"{"v":1,"hops":null}"#, #"{"v":[1],"hops":[]}"#, #"{"V":1,"Hops":[]}"#, #"{"version":1}"#,
            #"[{"v":1,"hops":[]}]"#,
        ])
    func foreign(_ residue: String) {
        expectRefused(ForeignResidueTests.document(residue), .foreignResidue, "\(residue)")
    }

    @Test("however its name is escaped, and wherever it stands")
    func spelled() {
        expectRefused(ForeignResidueTests.document("1", name: #"\u005fadapty_migration"#), .foreignResidue, "escaped")
        expectRefused(Array(#"{"_adapty_migration":1,\#(ForeignResidueTests.record)}"#.utf8), .foreignResidue, "first")
        expectRefused(
            Array(#"{"profile_id":"p","_adapty_migration":1,"app_id":"a","paid_access_levels":null}"#.utf8),
            .foreignResidue, "middle")
    }

    @Test(
        "inside an envelope, where it would be a second one without it",
        arguments: [#""a""#, "null", #"{"v":1,"hops":[]}"#])
    func enveloped(_ residue: String) throws {
        let record = Array(#"{"data":{\#(ForeignResidueTests.record),"_adapty_migration":\#(residue)},"x":1}"#.utf8)
        let error = #expect(throws: MigrationError.self) { try Migrator().upgrade(record) }
        #expect(error?.code == .foreignResidue && error?.path == "/data/_adapty_migration" && error?.place?.line == 1)
        var up = TwoPaths(.upgrade), down = TwoPaths(.downgrade)
        for _ in 0..<2 { #expect(up.difference(record) == nil && down.difference(record) == nil) }
        #expect(try Migrator().downgrade(record).document == record)
    }

    @Test("a second member of that name is refused too")
    func twice() throws {
        let upgraded = try Migrator().upgrade(Realistic.serverProfile.bytes).documentWithResidue
        let text = String(decoding: upgraded, as: UTF8.self)
        let brace = try #require(text.lastIndex(of: "}"))
        let doubled = Array((text[..<brace] + #","_adapty_migration":1}"#).utf8)
        let error = #expect(throws: MigrationError.self) { try Migrator().downgrade(doubled) }
        #expect(error?.code == .foreignResidue)
    }

    @Test(
        "a residue of a later version is refused as such",
        arguments: ["2", "3", "100", "99999999999999999999", "0", "-1"])
    func version(_ number: String) {
        expectRefused(ForeignResidueTests.document(#"{"v":\#(number),"hops":[]}"#), .unknownResidueVersion, "\(number)")
        expectRefused(
            ForeignResidueTests.document(#"{"hops":[],"v":\#(number),"new":true}"#), .unknownResidueVersion, "\(number)"
        )
    }

    @Test(
        "a residue of ours with damaged content is refused as broken",
        arguments: [
            "1", "null", #""x""#, "[]", "{}", #"{"from":"sdk1-wire"}"#, #"{"from":"sdk1-wire","to":"sdk2"}"#,
            #"{"from":"sdk9","to":"sdk2","kind":"profile"}"#,
            #"{"from":"sdk1-wire","to":"nowhere","kind":"profile"}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"person"}"#, #"{"from":1,"to":"sdk2","kind":"profile"}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","wrap":[]}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","wrap":["a"]}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","wrap":"x"}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":1}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":[]}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":["a","}"]}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":{"in":{"a":1}}}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":{"lay":[]}}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":{"cut":[[]]}}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":{"cut":[["app_id","}"]]}}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":{"n":"x"}}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":{"as":{"a":1}}}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":{"drop":{"a":null}}}"#,
        ])
    func broken(_ hop: String) {
        expectRefused(ForeignResidueTests.document(#"{"v":1,"hops":[\#(hop)]}"#), .brokenResidue, "\(hop)")
    }

    @Test(
        "a residue that would make a document that is no JSON is refused or harmless",
        arguments: [
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","wrap":["{\"data\":",""]}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","wrap":["","]"]}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":{"as":{"profile_id":"x"}}}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":{"as":{"profile_id":"\"a\",\"b\""}}}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":{"lay":[[["x","profile_id","\"profile_id\""]],""]}}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":{"lay":[[["","profile_id","profile_id"]],""]}}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":{"lay":[[["",null,"x"]],""]}}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":{"lay":[[],"x"]}}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":{"in":{"paid_access_levels":{"n":0,"lay":[[],""]}}}}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":{"n":0,"lay":[[],""]}}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"profile","delta":{"n":-1}}"#,
            #"{"from":"sdk1-wire","to":"sdk2","kind":"event"}"#,
            #"{"from":"webhook","to":"webhook-legacy","kind":"profile"}"#,
            #"{"from":"sdk2","to":"sdk1-wire","kind":"paywalls"}"#, #"{"from":"sdk1-wire","to":"sdk2","kind":"promo"}"#,
        ])
    func poisoned(_ hop: String) {
        for text in [#"{"v":1,"hops":[\#(hop)]}"#, #"{"v":1,"hops":[\#(hop),\#(hop)]}"#] {
            guard let restored = try? Migrator().downgrade(ForeignResidueTests.document(text)) else { continue }
            #expect(throws: Never.self, "\(String(decoding: restored.document, as: UTF8.self))") {
                try JSONScanner.index(restored.document)
            }
        }
    }

    @Test(
        "streams refuse what documents refuse",
        arguments: ["null", "true", "0", #""text""#, "[]", "{}", #"{"v":2,"hops":[]}"#])
    func streams(_ residue: String) throws {
        let upgraded = String(
            decoding: try Migrator().upgrade(Realistic.serverProfile.bytes).documentWithResidue, as: UTF8.self)
        let first = "{\"_adapty_migration\":\(residue)," + upgraded.dropFirst()
        for document in [ForeignResidueTests.document(residue), Array(first.utf8)] {
            for direction in [Transcoder.Direction.upgrade, .downgrade] {
                var paths = TwoPaths(direction)
                #expect(paths.difference(document) == nil)
                #expect(paths.accepted == 0)
            }
        }
    }

    @Test("the name is free below the root")
    func below() throws {
        let document = Array(
            #"{"profile_id":"p","app_id":"a","custom_attributes":{"_adapty_migration":"mine"},"paid_access_levels":{"_adapty_migration":{"id":"x","is_active":1}}}"#
                .utf8)
        let upgraded = try Migrator().upgrade(document)
        #expect(try Migrator().downgrade(upgraded.documentWithResidue).document == document)
    }
}

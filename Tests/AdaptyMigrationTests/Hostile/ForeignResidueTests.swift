@_spi(Tools) @testable import AdaptyMigrationStreams
import Testing

@testable import AdaptyMigrationCore

@Suite("Hostile: residues that are not ours")
struct ForeignResidueTests {
    static let record =
        #""profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":true}},"app_id":"a""#

    static func document(_ residue: String, name: String = "_adapty_migration") -> [UInt8] {
        Array("{\(record),\"\(name)\":\(residue)}".utf8)
    }

    static func residue(
        from: String = "sdk1-wire", kind: String = "profile", hash: String = "9f86d081884c7d65", original: String
    ) -> String {
        let text = String(decoding: JSONText.encode(original), as: UTF8.self)
        return #"{"v":1,"from":"\#(from)","to":"sdk2","kind":"\#(kind)","hash":"\#(hash)","original":\#(text)}"#
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
            "null", "true", "false", "0", "1", #""text""#, #""""#, "[]", "[1]", "{}", #"{"v":1}"#, #"{"original":""}"#,
            #"{"v":"1","original":""}"#, #"{"v":null,"original":""}"#, #"{"v":1,"hops":[]}"#,
            #"{"v":1,"original":null}"#, #"{"v":[1],"original":""}"#, #"{"V":1,"Original":""}"#, #"{"version":1}"#,
            #"[{"v":1,"original":""}]"#,
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
        arguments: [#""a""#, "null", #"{"v":1,"original":{}}"#])
    func enveloped(_ residue: String) throws {
        let record = Array(#"{"data":{\#(ForeignResidueTests.record),"_adapty_migration":\#(residue)},"x":1}"#.utf8)
        let error = #expect(throws: MigrationError.self) { try Migrator().upgrade(record) }
        #expect(error?.code == .foreignResidue && error?.path == "/data/_adapty_migration" && error?.place?.line == 1)
        var up = TwoPaths(.upgrade), down = TwoPaths(.downgrade)
        for _ in 0..<2 { #expect(up.difference(record) == nil && down.difference(record) == nil) }
        #expect(try Migrator().downgrade(record).documentWithoutResidue == record)
    }

    @Test("a second member of that name is refused too")
    func twice() throws {
        let upgraded = try Migrator().upgrade(Realistic.serverProfile.bytes).document
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
        expectRefused(
            ForeignResidueTests.document(#"{"v":\#(number),"original":""}"#), .unknownResidueVersion, "\(number)")
        expectRefused(
            ForeignResidueTests.document(#"{"original":"","v":\#(number),"new":true}"#), .unknownResidueVersion,
            "\(number)"
        )
    }

    @Test(
        "a residue of ours with damaged content is refused as broken",
        arguments: [
            #"{"v":1,"original":"{}"}"#, #"{"v":1,"from":"sdk1-wire","original":"{}"}"#,
            #"{"v":1,"from":"sdk1-wire","to":"sdk2","kind":"profile","original":"{}"}"#,
            #"{"v":1,"from":1,"to":"sdk2","kind":"profile","hash":"0","original":"{}"}"#,
            #"{"v":1,"from":"sdk1-wire","to":"nowhere","kind":"profile","hash":"0","original":"{}"}"#,
            #"{"v":1,"from":"sdk1-wire","to":"sdk2","kind":"person","hash":"0","original":"{}"}"#,
            #"{"v":1,"from":"sdk1-wire","to":"sdk2","kind":"profile","hash":"x","original":"{}"}"#,
            #"{"v":1,"from":"sdk1-wire","to":"sdk2","kind":"profile","at":"x","hash":"0","original":"{}"}"#,
            #"{"v":1,"from":"sdk1-wire","to":"sdk2","kind":"profile","sdk":"x","hash":"0","original":"{}"}"#,
            residue(from: "sdk9", original: "{}"), residue(original: ""), residue(original: "{"),
            residue(original: "not JSON"), residue(original: #"{"a":1}}"#),
        ])
    func broken(_ residue: String) {
        expectRefused(ForeignResidueTests.document(residue), .brokenResidue, "\(residue)")
    }

    @Test(
        "streams refuse what documents refuse",
        arguments: ["null", "true", "0", #""text""#, "[]", "{}", #"{"v":2,"original":""}"#])
    func streams(_ residue: String) throws {
        let upgraded = String(
            decoding: try Migrator().upgrade(Realistic.serverProfile.bytes).document, as: UTF8.self)
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
        #expect(try Migrator().downgrade(upgraded.document).documentWithoutResidue == document)
    }
}

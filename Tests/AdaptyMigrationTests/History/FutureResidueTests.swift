@testable import AdaptyMigrationModels
@_spi(Tools) @testable import AdaptyMigrationStreams
import Testing

@testable import AdaptyMigrationCore

/// A residue of a later version is refused whatever it looks like: reading it as if it were ours would lose what is new
/// in it.
@Suite("Residues of later versions")
struct FutureResidueTests {
    private static let own =
        #""from":"sdk1-wire","to":"sdk2","kind":"profile","hash":"9f86d081884c7d65","original":"{}""#

    /// What a later version may write: today's form, and forms that nobody has thought of.
    static let residues =
        [2, 3, 10, 4_294_967_298].flatMap { version in
            [
                #"{"v":\#(version),\#(own)}"#, #"{\#(own),"v":\#(version)}"#, #"{"v":\#(version)}"#,
                #"{"v":\#(version),"steps":[]}"#, #"{"v":\#(version),"hops":{"a":{}}}"#,
                #"{"v":\#(version),"hops":[{"from":"sdk9","to":"sdk10","kind":"person","delta":[0]}]}"#,
                #"{"v":\#(version),"data":"AAEC"}"#, #"{"v":\#(version),\#(own),"more":[{}]}"#,
            ]
        } + [#"{"v":1.5,"hops":[]}"#, #"{"v":2.0,\#(own)}"#, #"{"v":1e1,\#(own)}"#]

    private static let body = #""profile_id":"p","access_levels":{"premium":{"id":"premium","is_active":true}}"#

    /// The member may have been moved by whoever re-wrote the document.
    private static func documents(_ residue: String) -> [[UInt8]] {
        [
            #"{\#(body),"_adapty_migration":\#(residue)}"#, #"{"_adapty_migration":\#(residue),\#(body)}"#,
            #"{\#(body), "_adapty_migration" : \#(residue) }"# + "\n",
        ].map { Array($0.utf8) }
    }

    private static func expectRefused(_ comment: Comment, _ run: () throws(MigrationError) -> Void) {
        do {
            try run()
            Issue.record("accepted: \(comment)")
        } catch {
            #expect(error.code == .unknownResidueVersion, comment)
            #expect(error.message.hasSuffix("this program reads version \(Residue.version)"), comment)
            #expect(error.remedy.hasPrefix("use a newer version of adapty-migrate"), comment)
        }
    }

    @Test("Migrator refuses it, in every direction", arguments: residues)
    func general(residue: String) {
        for document in FutureResidueTests.documents(residue) {
            FutureResidueTests.expectRefused("upgrade") { () throws(MigrationError) in
                _ = try Migrator().upgrade(document)
            }
            FutureResidueTests.expectRefused("downgrade") { () throws(MigrationError) in
                _ = try Migrator().downgrade(document)
            }
            FutureResidueTests.expectRefused("downgrade to") { () throws(MigrationError) in
                _ = try Migrator().downgrade(document, to: .sdk1Wire)
            }
            FutureResidueTests.expectRefused("detect") { () throws(MigrationError) in
                _ = try Migrator().detect(document)
            }
        }
        FutureResidueTests.expectRefused("beside") { () throws(MigrationError) in
            _ = try Residue(json: Array(residue.utf8))
        }
    }

    @Test("Transcoder refuses it, and writes nothing", arguments: residues)
    func fast(residue: String) {
        for direction in [Transcoder.Direction.upgrade, .downgrade] {
            let transcoder = Transcoder(direction), input = RecordBuffer(), output = RecordBuffer()
            for document in FutureResidueTests.documents(residue) {
                input.removeAll()
                input.append(document)
                FutureResidueTests.expectRefused("\(direction)") { () throws(MigrationError) in
                    _ = try transcoder.convert(0..<input.count, of: input, into: output)
                }
                #expect(output.count == 0)
            }
        }
    }

    @Test("Verifier does not call it proven", arguments: residues)
    func verifier(residue: String) {
        let verifier = Verifier(instants: [0])
        for document in FutureResidueTests.documents(residue) {
            let input = RecordBuffer()
            input.append(document)
            FutureResidueTests.expectRefused("verify") { () throws(MigrationError) in
                _ = try verifier.check(0..<input.count, of: input)
            }
        }
    }
}

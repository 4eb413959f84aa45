@_spi(Tools) import AdaptyMigrationTools
import CAdaptyMigrate
import Testing

@Suite struct ConversionTests {
    @Test("what Migrator says of every fixture, both ways, with the residue inside, beside and nowhere")
    func fixtures() throws {
        #expect(Fixtures.records.count > 250)
        var rejected = 0
        for (name, record) in Fixtures.records {
            let expected = Result { () throws(MigrationError) in try Migrator().upgrade(record) }
            let embedded = CFunction.upgrade(record),
                beside = CFunction.upgrade(record) { $0.residue_mode = Int32(AM_RESIDUE_BESIDE) }
            let discarded = CFunction.upgrade(record) { $0.residue_mode = Int32(AM_RESIDUE_DISCARD) }
            switch expected {
            case .success(let migration):
                #expect(embedded.document == migration.document, "\(name)")
                #expect(
                    beside.document == migration.documentWithoutResidue && beside.residue == migration.residue?.json,
                    "\(name)")
                #expect(discarded.document == migration.documentWithoutResidue && discarded.residue == nil, "\(name)")
                #expect(
                    Array(embedded.texts.prefix(3)) == [
                        migration.source?.rawValue, migration.target.rawValue, migration.kind.rawValue,
                    ], "\(name)")
                #expect(embedded.isChanged == (migration.documentWithoutResidue != record), "\(name)")
                #expect(CFunction.downgrade(migration.document).document == record, "\(name)")
                if let residue = beside.residue {
                    #expect(try back(migration.documentWithoutResidue, residue) == record, "\(name)")
                }
            case .failure(let error):
                rejected += 1
                #expect(
                    embedded.status == Int32(AM_REJECTED) && embedded.code == error.code.rawValue
                        && embedded.message == error.message, "\(name)")
            }
        }
        #expect(rejected < 20)
    }

    private func back(_ document: [UInt8], _ residue: [UInt8]) throws -> [UInt8] {
        let result = residue.withUnsafeBufferPointer { bytes in
            CFunction.downgrade(document) { ($0.residue, $0.residue_count) = (bytes.baseAddress, bytes.count) }
        }
        return try #require(result.document)
    }

    @Test func theWayBackToAnOlderName() {
        let event = Array(#"{"event_type":"subscription_expired","profile_id":"p"}"#.utf8)
        #expect(CFunction.downgrade(event).document == event)
        #expect(
            CFunction.downgrade(event, to: "webhook-legacy").text.hasPrefix(
                #"{"event_type":"subscription_cancelled","profile_id":"p""#))
    }

    @Test func aVersionOfTheSDKIsTheDialectThatItReads() {
        let profile = Array(
            #"{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":1}},"app_id":"d894"}"#.utf8)
        let named = CFunction.upgrade(profile, from: "sdk1-wire", to: "sdk3")
        #expect(named.status == Int32(AM_OK))
        #expect(CFunction.upgrade(profile, from: "1.17.0", to: "3.12.0") == named)
        #expect(CFunction.detect(profile, from: "1.17.0") == CFunction.detect(profile, from: "sdk1-wire"))
    }

    @Test("readable by a version, at an instant, and without its envelope: what Migrator makes of it")
    func optionsOfAnUpgrade() throws {
        for (name, record) in Fixtures.records {
            let readable = "3.12.0".withCString { text in CFunction.upgrade(record) { $0.readable_by = text } }
            let expected = try? Migrator(MigrationOptions(readableBy: "3.12.0")).upgrade(record)
            #expect(readable.document == expected?.document, "\(name)")
            let instant = Timestamp("2024-06-01T00:00:00Z")
            let derived = instant.description.withCString { text in CFunction.upgrade(record) { $0.at = text } }
            #expect(
                derived.document == (try? Migrator(MigrationOptions(instant: instant)).upgrade(record))?.document,
                "\(name)")
            let unwrapped = CFunction.upgrade(record) { $0.unwrap = 1 }
            #expect(
                unwrapped.document == (try? Migrator(MigrationOptions(unwraps: true)).upgrade(record))?.document,
                "\(name)")
        }
    }

    @Test("a byte order mark is no part of the record, and stays before it")
    func byteOrderMark() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        for (name, record) in Fixtures.records {
            let plain = CFunction.upgrade(record), marked = CFunction.upgrade(mark + record)
            #expect(marked.document == plain.document.map { mark + $0 } && marked.texts == plain.texts, "\(name)")
            let beside = CFunction.upgrade(mark + record) { $0.residue_mode = Int32(AM_RESIDUE_BESIDE) }
            if let document = marked.document { #expect(CFunction.downgrade(document).document == mark + record) }
            if let document = beside.document, let residue = beside.residue {
                #expect(try back(document, residue) == mark + record, "\(name)")
            }
            #expect(CFunction.detect(mark + record) == CFunction.detect(record), "\(name)")
        }
        #expect(CFunction.upgrade(mark + Array("[1,]".utf8)).place == [6, 1, 4])
    }

    @Test func detectionIsJSON() throws {
        let found = CFunction.detect(Array(#"{"event_type":"SUBSCRIPTION_CANCELED","profile_id":"p"}"#.utf8))
        #expect(found.status == Int32(AM_OK) && found.texts[0] == "webhook-legacy" && found.texts[2] == "event")
        #expect(
            found.text.hasPrefix(
                #"{"dialect":"webhook-legacy","kind":"event","also_fits":[],"evidence":["SUBSCRIPTION_CANCELED is an older spelling of subscription_expired""#
            ), "\(found.text)")
    }

    @Test func strictnessAndDepthAreTaken() {
        let level = Array(
            #"{"profile_id":"p","customer_user_id":null,"paid_access_levels":{"premium":{"id":"premium"}}}"#.utf8)
        #expect(CFunction.upgrade(level, from: "sdk1-wire").status == Int32(AM_OK))
        #expect(CFunction.upgrade(level, from: "sdk1-wire") { $0.strict = 1 }.code == "missing-required")
        #expect(
            CFunction.upgrade(level, from: "sdk1-wire") { $0.fill_required = 1 }.document
                != CFunction.upgrade(level, from: "sdk1-wire").document)
        #expect(CFunction.upgrade(level) { $0.maximum_depth = 2 }.code == "too-deep")
    }

    @Test("every function, from eight threads at once, gives what it gives alone")
    func threads() async {
        let records = Fixtures.records.map(\.bytes), alone = records.map { CFunction.upgrade($0) }
        await withTaskGroup(of: Void.self) { group in
            for first in 0..<8 {
                group.addTask {
                    for round in 0..<4 {
                        for number in records.indices {
                            let place = (number + first * 37 + round) % records.count
                            #expect(CFunction.upgrade(records[place]) == alone[place])
                            if let document = alone[place].document {
                                #expect(CFunction.downgrade(document).document == records[place])
                            }
                        }
                    }
                }
            }
        }
    }
}

@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrateC
import CAdaptyMigrate
import Testing

/// Many records in one call.
@Suite struct ManyTests {
    private let event: [UInt8] = Array(#"{"event_type":"subscription_cancelled"}"#.utf8)

    @Test("what one call for each record gives, wherever the residue goes")
    func fixtures() {
        let mark = ByteOrderMark.bytes
        let records =
            Fixtures.records.map(\.bytes) + Fixtures.records.prefix(20).map { mark + $0.bytes }
            + [[], mark, mark + [0x7B], mark.dropLast() + event, [0xEF], Array("{}".utf8), event + event]
        for mode in [AM_RESIDUE_EMBED, AM_RESIDUE_BESIDE, AM_RESIDUE_DISCARD] {
            let many = CFunction.upgradeMany(records) { $0.residue_mode = Int32(mode) }
            let single = records.map { record in CFunction.upgrade(record) { $0.residue_mode = Int32(mode) } }
            #expect(many.status == Int32(AM_OK))
            #expect(many.documents == single.map { $0.document ?? [] })
            #expect(many.residues == (mode == AM_RESIDUE_BESIDE ? single.map { $0.residue ?? [] } : nil))
            #expect(many.rejects.map(\.index) == single.indices.filter { single[$0].status != Int32(AM_OK) })
            for reject in many.rejects {
                #expect(reject.texts == Array(single[reject.index].texts[3...]), "\(reject)")
                #expect(reject.place == single[reject.index].place, "\(reject)")
            }
            #expect(many.rejects.count >= 7)
        }
    }

    @Test("the way back gives what one call for each record gives, with the residues inside and beside")
    func back() {
        let mark = ByteOrderMark.bytes
        let records = Fixtures.records.map(\.bytes) + Fixtures.records.prefix(20).map { mark + $0.bytes }
        let inside = records.map { CFunction.upgrade($0) }, beside = records.map(upgradedBeside)
        let kept = inside.indices.filter { inside[$0].document != nil && beside[$0].document != nil }
        let embedded = CFunction.downgradeMany(kept.compactMap { inside[$0].document } + [[], Array("{".utf8)])
        #expect(embedded.documents == kept.map { records[$0] } + [[], []] && embedded.residues == nil)
        #expect(embedded.rejects.map(\.index) == [kept.count, kept.count + 1])
        let residues = kept.map { beside[$0].residue ?? [] }
        let apart = CFunction.downgradeMany(kept.compactMap { beside[$0].document }, residues: residues)
        #expect(apart.documents == kept.map { records[$0] } && apart.rejects.isEmpty)
        #expect(kept.count > 100 && residues.contains([]) && !residues.allSatisfy(\.isEmpty))
    }

    private func upgradedBeside(_ record: [UInt8]) -> CFunction.Result {
        CFunction.upgrade(record) { $0.residue_mode = Int32(AM_RESIDUE_BESIDE) }
    }

    @Test("a residue that cannot be read rejects its record, and the others come back")
    func damagedResidues() {
        let made = upgradedBeside(event), new = made.document ?? [], residue = made.residue ?? []
        let back = CFunction.downgradeMany([new, new, new, new], residues: [residue, Array("{}".utf8), [], residue])
        #expect(back.status == Int32(AM_OK) && back.documents == [event, [], new, event])
        #expect(back.rejects.map(\.index) == [1])
        let older = CFunction.downgradeMany([new], to: "webhook-legacy")
        #expect(older.documents == [CFunction.downgrade(new, to: "webhook-legacy").document])
    }

    @Test("residues without offsets, and offsets without residues, are a wrong call")
    func wrongResidues() {
        let end = Int64(event.count)
        let without = CFunction.collect(1) { am_downgrade_many(event, [0, end], event, nil, 1, nil, $0) }
        #expect(without.status == Int32(AM_MISUSE) && without.rejects.map(\.index) == [1])
        let empty = CFunction.collect(1) { am_downgrade_many(event, [0, end], nil, [0, 5], 1, nil, $0) }
        #expect(empty.status == Int32(AM_MISUSE) && empty.rejects.map(\.index) == [0])
        #expect(am_downgrade_many(event, [0, end], nil, nil, 1, nil, nil) == Int32(AM_MISUSE))
    }

    @Test func optionsHoldForEachRecord() {
        let profile = Array(#"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":1}}}"#.utf8)
        let many = CFunction.upgradeMany([profile, event, profile], from: "sdk1-wire", to: "sdk3")
        let single = CFunction.upgrade(profile, from: "sdk1-wire", to: "sdk3").document
        #expect(many.documents == [single, [], single])
        #expect(many.rejects.map(\.index) == [1])
        let deep = CFunction.upgradeMany([event, profile]) { $0.maximum_depth = 1 }
        #expect(deep.rejects.map(\.index) == [1] && deep.rejects[0].texts[0] == "too-deep")
        #expect(deep.rejects[0].texts[2]?.contains("`maximum_depth`") == true)
    }

    @Test func noRecords() {
        #expect(CFunction.upgradeMany([]) == .init(status: Int32(AM_OK), documents: [], rejects: []))
        let rejected = CFunction.upgradeMany([[], []])
        #expect(rejected.documents == [[], []] && rejected.rejects.map(\.texts[0]) == ["empty", "empty"])
    }

    @Test("records need not begin at the first byte")
    func withinOthers() {
        let bytes = Array("???".utf8) + event + Array("???".utf8)
        let many = CFunction.manyResults(bytes, [3, Int64(3 + event.count)], 1, am_options.sized)
        #expect(many.documents == [CFunction.upgrade(event).document])
    }

    @Test("one entry says what is wrong with a call")
    func misuse() {
        func wrong(
            _ bytes: [UInt8]?, _ offsets: [Int64]?, _ count: Int, _ options: am_options? = nil, at index: Int,
            _ message: String
        ) {
            let results = CFunction.manyResults(bytes, offsets, count, options)
            #expect(results.status == Int32(AM_MISUSE) && results.documents == nil)
            #expect(results.rejects.map(\.index) == [index] && results.rejects[0].texts[0] == "misuse")
            #expect(results.rejects[0].texts[1]?.contains(message) == true, "\(results)")
        }
        let end = Int64(event.count), nulls = "the pointer to the offsets is null"
        wrong(event, nil, 1, at: 1, nulls)
        wrong(event, nil, 0, at: 0, nulls)
        for count in [-1, Int.min, Int.max] { wrong(event, [0, end], count, at: count, nulls) }
        wrong(nil, [0, 1], 1, at: 0, "the pointer to the record is null")
        wrong(event, [0, end, 2], 2, at: 1, "no record lies between the offsets \(end) and 2")
        wrong(event, [0, 0, -1, end], 3, at: 1, "no record lies between the offsets 0 and -1")
        wrong(event, [Int64.min, 0], 1, at: 0, "no record lies between")
        wrong(event, [0, end], 1, am_options(), at: 1, "no version of the library has")
        let residue = event.withUnsafeBufferPointer { bytes in
            CFunction.upgradeMany([event]) { ($0.residue, $0.residue_count) = (bytes.baseAddress, bytes.count) }
        }
        #expect(
            residue.status == Int32(AM_MISUSE) && residue.rejects[0].texts[1]?.contains("is for one record") == true)
    }

    @Test("a length that went wrong is not read", arguments: [Int64(UInt32.max), Int64.max])
    func lengths(_ end: Int64) {
        let results = CFunction.manyResults(event, [0, end], 1, nil)
        #expect(results.status == Int32(AM_OK) && results.rejects.map(\.texts[0]) == ["too-large"])
    }

    @Test func freedOnceMoreIsFreedAlready() {
        let offsets = [0, Int64(event.count), Int64(event.count)]
        var results = am_results()
        #expect(am_upgrade_many(event, offsets, 2, nil, nil) == Int32(AM_MISUSE))
        #expect(am_upgrade_many(event, offsets, 2, nil, &results) == Int32(AM_OK))
        #expect(results.documents != nil && results.offsets != nil && results.reject_count == 1)
        am_free_many(&results)
        #expect(results.documents == nil && results.offsets == nil && results.rejects == nil)
        #expect(results.reject_count == 0)
        var beside = am_options.sized
        beside.residue_mode = Int32(AM_RESIDUE_BESIDE)
        #expect(am_upgrade_many(event, offsets, 2, &beside, &results) == Int32(AM_OK))
        #expect(results.residues != nil && results.residue_offsets != nil)
        am_free_many(&results)
        #expect(results.residues == nil && results.residue_offsets == nil)
        am_free_many(&results)
        am_free_many(nil)
    }
}

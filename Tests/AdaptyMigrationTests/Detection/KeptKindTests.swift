@_spi(Tools) @testable import AdaptyMigrationStreams
@testable import AdaptyMigration
@testable import AdaptyMigrationAccess
import Testing

@testable import AdaptyMigrationCore

/// Flows (SDK 4), onboardings (SDK 3.8 and later), and events of the SDK without a profile are recognised and kept
/// (shapes-2026, 2–4).
@Suite("Kinds that are kept")
struct KeptKindTests {
    private static let placement =
        #""placement":{"developer_id":"p","ab_test_name":"t","audience_name":"a","revision":1,"placement_audience_version_id":"v"}"#
    private static let variation =
        #"{"paywall_id":"w","paywall_name":"W","variation_id":"v","products":[{"vendor_product_id":"x","adapty_product_id":"y"}]}"#
    private static let flows = [
        #"{"flow_id":"f","flow_name":"F","variation_id":"v",\#(placement),"remote_configs":[{"lang":"en","data":"{}"}],"variations":[\#(variation)]}"#,
        #"{"flow_id":"f","flow_name":"F","variation_id":"v",\#(placement),"response_created_at":1}"#,
        #"{"id":"f","name":"F","variationId":"v","placement":{"id":"p","abTestName":"t","audienceName":"a","revision":1,"audienceVersionId":"v"},"paywalls":[{"id":"w","name":"W","variationId":"v","products":[]}],"responseCreatedAt":1}"#,
        #"{"id":"f","name":"F","variationId":"v","placement":{"id":"p"},"variations":[],"responseCreatedAt":1}"#,
        #"{"v":{"flow_id":"f","flow_name":"F","variation_id":"v",\#(placement),"variations":[]},"h":"x"}"#,
        #"{"data":{"main":{"data":[{"flow_id":"f","flow_name":"F","variation_id":"v","weight":100,"variations":[\#(variation)]}],"meta":{\#(placement)}}},"meta":{"version":10,"developer_ids":["main"],"response_created_at":1},"ui_builder":{}}"#,
    ]
    private static let onboardings = [
        #"{"onboarding_id":"o","onboarding_name":"O","variation_id":"v",\#(placement),"onboarding_builder":{"config_url":"https://example.com","lang":"en"},"request_locale":"en"}"#,
        #"{"id":"o","name":"O","variationId":"v","placement":{"id":"p"},"onboardingBuilder":{"url":"https://example.com"},"requestLocale":"en"}"#,
        #"{"data":[{"onboarding_id":"o","onboarding_name":"O","variation_id":"v",\#(placement)}],"meta":{"version":8}}"#,
    ]
    private static let view = #""view":{"id":"w","placement_id":"p","variation_id":"v"}"#
    private static let events = [
        #"{"id":"paywall_view_did_appear",\#(view)}"#,
        #"{"id":"paywall_view_did_finish_purchase",\#(view),"product":{"vendor_product_id":"x"},"purchased_result":{"type":"user_cancelled"}}"#,
        #"{"product":{"vendorProductId":"x"},"purchaseResult":{"type":"pending"}}"#,
        #"{"view":{"id":"w","placementId":"p","variationId":"v"},"error":{"adaptyCode":2}}"#,
        #"{"type":"pending"}"#, #"{"success":{"type":"user_cancelled"}}"#,
        #"{"error":{"adapty_code":2,"message":"m"}}"#, #"{"id":"onboarding_on_close_action","meta":{}}"#,
    ]
    private static let all =
        flows.map { ($0, RecordKind.flow) } + onboardings.map { ($0, RecordKind.onboarding) }
        + events.map { ($0, RecordKind.sdkEvent) }

    @Test("they are recognised as what they are", arguments: all)
    func recognised(_ text: String, _ kind: RecordKind) throws {
        let found = try Migrator().detect(Array(text.utf8))
        #expect(found.kind == kind)
        #expect(found.dialect == .sdk3)
        #expect(found.evidence.first?.contains("stays as it is") == true)
    }

    @Test("an upgrade leaves them as they are, on both paths", arguments: all)
    func kept(_ text: String, _ kind: RecordKind) throws {
        let document = Array(text.utf8), migration = try Migrator().upgrade(document)
        #expect(migration.document == document)
        #expect(migration.kind == kind)
        #expect(try Migrator().downgrade(document).documentWithoutResidue == document)
        #expect(try Laws(instants: [0]).check(document).isEmpty)
        var up = TwoPaths(.upgrade), down = TwoPaths(.downgrade)
        #expect(up.difference(document) == nil)
        #expect(down.difference(document) == nil)
    }

    @Test(
        "a way down is refused with the reason",
        arguments: all.filter { ![flows[0], flows[2]].contains($0.0) },
        [Dialect.sdk2, .sdk2Bridge, .sdk1Wire, .sdk1Stored, .sdk1Bridge])
    func refused(_ record: (String, RecordKind), _ target: Dialect) throws {
        for convert in [
            { try Migrator().downgrade(Array(record.0.utf8), to: target) },
            { try Migrator().convert(Array(record.0.utf8), to: target) },
        ] {
            let error = #expect(throws: MigrationError.self) { try convert() }
            #expect(error?.code == .noSuchTarget)
            #expect(error?.description.contains("\(target.rawValue) has no \(record.1.rawValue)") == true)
        }
    }

    @Test(
        "a flow goes down as a list of its paywalls when that is asked for, and comes back",
        arguments: [flows[0], flows[2]], [Dialect.sdk2, .sdk1Wire, .sdk2Bridge, .sdk3Bridge])
    func flowDown(_ text: String, _ target: Dialect) throws {
        let flow = Array(text.utf8), down = try Migrator().downgrade(flow, to: target)
        #expect(down.kind == .paywalls)
        let index = try JSONScanner.index(down.documentWithoutResidue), entries = try #require(Envelope(index).entries)
        #expect(entries.count == 1)
        let name = Table[.paywall].row("variation_id")?.names.written(target.column)?.text ?? ""
        #expect(index.member(entries[0].node, name).flatMap { index.text($0) } == "v")
        #expect(
            try Migrator().downgrade(down.documentWithoutResidue, residue: down.residue).documentWithoutResidue == flow)
        guard target != .sdk3Bridge else { return }
        #expect(try Migrator().upgrade(down.document, to: .sdk3).documentWithoutResidue == flow)
    }

    @Test("a flow without variations has no way down")
    func emptyFlow() {
        let error = #expect(throws: MigrationError.self) {
            try Migrator().downgrade(Array(Self.flows[4].utf8), to: .sdk2)
        }
        #expect(error?.code == .noSuchTarget)
        #expect(error?.message.contains("no variations") == true)
    }

    @Test("they are no paywall for a model", arguments: all)
    func model(_ text: String, _ kind: RecordKind) {
        let error = #expect(throws: MigrationError.self) { try AdaptyPaywall(decoding: Array(text.utf8)) }
        #expect(error?.description.contains(kind.phrase) == true)
    }

    @Test("beside paywalls in a list they stay, and the ledger says so")
    func mixed() throws {
        let onboarding = Self.onboardings[0].dropFirst().dropLast()
        let document = Array(
            #"{"data":[{"paywall_id":"w","paywall_name":"W","variation_id":"v","products":[]},{\#(onboarding)}]}"#
                .utf8)
        let down = try Migrator().downgrade(document, to: .sdk2)
        #expect(down.kind == .paywalls)
        #expect(String(decoding: down.documentWithoutResidue, as: UTF8.self).contains("{\(onboarding)}"))
        #expect(down.ledger.counts[.noSuccessor] == 1)
        #expect(try Migrator().upgrade(down.document, to: .sdk3).documentWithoutResidue == document)
    }

    @Test("a paywall is none of them, whatever else it holds")
    func paywall() throws {
        for member in [#""variations":[]"#, #""paywalls":[]"#, #""paywall_builder":{}"#] {
            let text = #"{"id":"d","variationId":"v","revision":1,"products":[],\#(member)}"#
            #expect(try Migrator().detect(Array(text.utf8), from: .sdk1Bridge).kind == .paywall)
        }
    }
}

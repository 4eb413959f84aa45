import Testing

@testable import AdaptyMigration
@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationModels
@_spi(Tools) @testable import AdaptyMigrationTesting

/// A program that decodes a record hears of what it cannot read, before somebody loses access by it.
@Suite("Models: what cannot be read is said")
struct StrictDecodingTests {
    /// A profile of SDK 3 with one value in a place, and the pointer to it.
    struct Wrong: CustomTestStringConvertible, Sendable {
        let pointer: String, document: String
        var testDescription: String { pointer }

        init(_ pointer: String, _ document: String) { (self.pointer, self.document) = (pointer, document) }
    }

    private static let deciding = [
        Wrong("/profile_id", #"{"profile_id":5,"paid_access_levels":{},"segment_hash":"h"}"#),
        Wrong(
            "/customer_user_id",
            #"{"profile_id":"p","customer_user_id":["u"],"paid_access_levels":{},"segment_hash":"h"}"#),
        Wrong("/paid_access_levels", #"{"profile_id":"p","paid_access_levels":[],"segment_hash":"h"}"#),
        Wrong("/paid_access_levels/a", #"{"profile_id":"p","paid_access_levels":{"a":true},"segment_hash":"h"}"#),
        Wrong("/paid_access_levels/a", #"{"profile_id":"p","paid_access_levels":{"a":null},"segment_hash":"h"}"#),
        Wrong("/subscriptions", #"{"profile_id":"p","subscriptions":"none","segment_hash":"h"}"#),
        Wrong("/non_subscriptions/coins", #"{"profile_id":"p","non_subscriptions":{"coins":{}},"segment_hash":"h"}"#),
        Wrong(
            "/paid_access_levels/a/is_active",
            #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":"yes"}},"segment_hash":"h"}"#),
        Wrong(
            "/paid_access_levels/a/expires_at",
            #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","expires_at":"soon"}},"segment_hash":"h"}"#),
        Wrong(
            "/subscriptions/m/vendor_product_id",
            #"{"profile_id":"p","subscriptions":{"m":{"vendor_product_id":7}},"segment_hash":"h"}"#),
    ]

    @Test("a field that decides is refused, with its path; leniently it is nil, and listed", arguments: deciding)
    func refused(_ wrong: Wrong) throws {
        let error = #expect(throws: MigrationError.self) { _ = try AdaptyProfile(decoding: wrong.document, as: .sdk3) }
        #expect(error?.code == .unreadableValue)
        #expect(error?.path == wrong.pointer)
        let profile = try AdaptyProfile(decoding: wrong.document, as: .sdk3, leniently: true)
        #expect(profile.problems.map(\.pointer) == [wrong.pointer])
        let areDeciding = profile.problems.allSatisfy(\.isDeciding)
        #expect(areDeciding)
        #expect(String(decoding: profile.document, as: UTF8.self) == wrong.document)
    }

    @Test("an upgrade names what a model refuses, at the same place", arguments: deciding)
    func namedByUpgrades(_ wrong: Wrong) throws {
        let options = MigrationOptions(keepsLedger: true)
        let made = try Migrator(options).upgrade(Array(wrong.document.utf8), from: .sdk3, to: .sdk2)
        #expect(made.ledger.entries.filter { $0.action == .unreadable }.map(\.path) == [wrong.pointer])
    }

    @Test("every other field is listed, in the order of the document, and refuses nothing")
    func listed() throws {
        let profile = try AdaptyProfile(
            decoding:
                #"{"profile_id":"p","segment_hash":1,"timestamp":1.5,"is_test_user":"no","paid_access_levels":{"a":{"id":"a","store":{}}}}"#,
            as: .sdk3)
        #expect(
            profile.problems.map(\.description) == [
                "/segment_hash: not readable as text", "/timestamp: not readable as integer",
                "/is_test_user: not readable as flag", "/paid_access_levels/a/store: not readable as text",
            ])
        let decides = profile.problems.contains(where: \.isDeciding)
        #expect(!decides)
        #expect(profile.segmentHash == nil && profile.timestamp == nil && profile.isTestUser == nil)
    }

    @Test("an empty map of PHP is one in records that an upgrade mends")
    func emptyArrays() throws {
        let text = #"{"profile_id":"p","paid_access_levels":[],"app_id":"a","total_revenue_usd":1}"#
        #expect(try ServerProfile(decoding: text, as: .serverV1).accessLevels.isEmpty)
        #expect(try AdaptyProfile(decoding: text, as: .serverV1).accessLevels.isEmpty)
    }

    /// What a property reads as nothing although the document says something is listed.
    @Test(
        "no field is nil in silence", arguments: Column.objects.filter { $0 != .serverV2 }, ["5", #""x""#, "{}", "[1]"])
    func complete(_ column: Column, _ value: String) throws {
        for row in Table[.accessLevel].rows {
            guard let path = row.names.written(column)?.path, path.count == 1 else { continue }
            let text = #"{"\#(path[0])":\#(value)}"#
            let index = try JSONScanner.index(Array(text.utf8))
            let view = ModelView(index, 0, ColumnNames.of(.accessLevel, column), isDocument: true)
            let level = AdaptyProfile.AccessLevel(view: view)
            guard let isNothing = nothing(level, row) else { continue }
            #expect(level.problems.isEmpty == !isNothing, "\(text) in \(column.id)")
        }
    }

    /// Whether the property of a row is `nil`; `nil` for a row without one.
    private func nothing(_ level: AdaptyProfile.AccessLevel, _ row: Row) -> Bool? {
        switch row.id {
        case "id": level.id == nil
        case "is_active": level.isActive == nil
        case "is_lifetime": level.isLifetime == nil
        case "is_refund": level.isRefund == nil
        case "will_renew": level.willRenew == nil
        case "store": level.store == nil
        case "expires_at": level.expiresAt?.microseconds == nil
        case "activated_at": level.activatedAt?.microseconds == nil
        case "vendor_product_id": level.vendorProductId == nil
        default: nil
        }
    }

    // MARK: A dialect that is not the document's

    private static let stored =
        #"{"profileId":"p","accessLevels":{"premium":{"id":"premium","isActive":true,"vendorProductId":"m","activatedAt":648073710.5}},"subscriptions":{},"nonSubscriptions":{}}"#

    @Test(
        "a record of SDK 1 is no record of a dialect that names its fields otherwise",
        arguments: [
            Dialect.sdk3, .sdk2, .sdk1Wire, .serverV1, .serverV2,
        ])
    func wrongDialect(_ dialect: Dialect) throws {
        let document = Array(Self.stored.utf8)
        let byModel = #expect(throws: MigrationError.self) {
            _ = try AdaptyProfile(decoding: Self.stored, as: dialect)
        }
        let byMigrator = #expect(throws: MigrationError.self) {
            _ = try Migrator().upgrade(document, from: dialect)
        }
        #expect(byModel == byMigrator)
        #expect(byModel?.code == .unrecognised)
        #expect(byModel?.path == "/profileId")
        #expect(byModel?.message.contains("the record is of sdk1-stored") == true, "\(byModel?.message ?? "")")
    }

    @Test("a member of one's own in a record of the dialect is no contradiction")
    func ownMember() throws {
        let text =
            #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":true}},"segment_hash":"h","profileId":"mine"}"#
        #expect(try AdaptyProfile(decoding: text, as: .sdk3).profileId == "p")
    }
}

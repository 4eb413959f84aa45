@_spi(Tools) @testable import AdaptyMigrationModels
@_spi(Tools) @testable import AdaptyStoredData
@_spi(Tools) @testable import AdaptyMigrationTools
@testable import AdaptyMigration
@_spi(Tools) @testable import AdaptyMigrationStreams
import Foundation
import Testing

@testable import AdaptyMigrationCore

/// Properties against the rows of the table: read from the source, where each names its row.
@Suite("Models: properties")
struct PropertyTests {
    struct Property: Hashable {
        let name: String
        let type: String
        let row: String
    }

    /// The properties of each model, as its file declares them, and the files of the protocols that it adopts.
    static func properties(_ test: ModelCase) throws -> [Property] {
        try properties(file: test.testDescription.replacing(".", with: "+"))
    }

    private static func properties(file name: String) throws -> [Property] {
        let file = FixtureTree.sources.appendingPathComponent("AdaptyMigrationModels/Records/\(name).swift")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        let head = try #require(text.firstMatch(of: /public (?:struct|protocol) \w+: ([\w, ]+) \{/), "\(name)")
        let adopted = try head.1.split(separator: ", ").flatMap { try properties(file: String($0)) }
        return adopted
            + text.matches(
                of: /public var (\w+): ([^{\n]+?) \{\s*get \{\s*(?:self\[(?:\w+: )?"(\w+)"\]|view\.remoteConfig)/
            ).map { Property(name: String($0.1), type: String($0.2), row: String($0.3 ?? "remote_config")) }
    }

    /// The Swift types that hold a value of each codec.
    private static func types(_ codec: Codec) -> [String] {
        switch codec {
        case .text: ["String?", "PurchaseStore?", "OfferType?", "CancellationReason?"]
        case .number: ["JSONNumber?"]
        case .integer: ["Int?", "Int64?"]
        case .flag, .sandbox: ["Bool?"]
        case .timestamp: ["Timestamp?"]
        case .any, .object: ["RawJSON?"]
        case .attributes: ["CustomAttributes"]
        case .eligibility: ["AdaptyEligibility?"]
        case .periodUnit: ["AdaptyPeriodUnit?"]
        case .paymentMode: ["OfferType?"]
        case .eventName: ["EventName?"]
        case .custom(.remoteConfig): ["AdaptyRemoteConfig?", "String?"]
        case .custom(.offer): []
        case .record(let table): PropertyTests.models(table).map { "\($0)?" }
        case .entries(let table, .accessLevels), .entries(let table, .subscriptions):
            PropertyTests.models(table).map { "ModelDictionary<\($0)>" }
        case .entries(let table, .nonSubscriptions):
            PropertyTests.models(table).map { "ModelDictionary<ModelList<\($0)>>" }
        case .entries(let table, .list): PropertyTests.models(table).map { "ModelList<\($0)>" }
        // The fields of a product are those of a product by itself, too.
        case .entries(_, .products): PropertyTests.models(.product).map { "ModelList<\($0)>" }
        }
    }

    private static func models(_ table: TableID) -> [String] {
        ModelCase.all.filter { $0.type.shape.table == table }.map(\.testDescription)
    }

    @Test("every property is of a row of its table, and of a type that the row's codec reads", arguments: ModelCase.all)
    func types(_ test: ModelCase) throws {
        let properties = try PropertyTests.properties(test)
        #expect(properties.count > 1)
        for property in properties {
            let row = try #require(Table[test.type.shape.table].row(property.row), "\(property)")
            #expect(PropertyTests.types(row.codec).contains(property.type), "\(property) is a \(row.codec)")
        }
        #expect(Set(properties.map(\.name)).count == properties.count)
    }

    @Test("every row that the model's own columns write has a property", arguments: ModelCase.all)
    func rows(_ test: ModelCase) throws {
        let rows = Set(try PropertyTests.properties(test).map(\.row))
        for row in Table[test.type.shape.table].rows where !PropertyTests.withoutProperty.contains(row.id) {
            let isWritten = row.names[test.type.shape.columns[0]].contains { $0.use == .native }
            #expect(rows.contains(row.id) || !isWritten, "\(row.id)")
        }
    }

    /// What servers send and no SDK ever read.
    private static let withoutProperty: Set<String> = [
        "app_id", "total_revenue_usd", "promotional_offer_eligibility", "introductory_offer_eligibility",
        "apple_validation_result", "is_test_user",
    ]

    @Test("every property reads what its row writes, and nil removes it", arguments: ModelCase.all)
    func readAndRemoved(_ test: ModelCase) throws {
        func check<Model: DocumentModel>(_ type: Model.Type) throws {
            for row in Table[Model.shape.table].rows {
                for column in Model.shape.columns {
                    guard let written = row.names.written(column), written.path.count == 1 else { continue }
                    let text = #"{"\#(written.path[0])":null,"other":1}"#
                    let index = try JSONScanner.index(Array(text.utf8))
                    var view = ModelView(index, 0, ColumnNames.of(Model.shape.table, column), isDocument: true)
                    #expect(view.field(row.id) == nil)
                    view.set(row.id, nil)
                    #expect(String(decoding: view.bytes, as: UTF8.self) == #"{"other":1}"#)
                }
            }
        }
        try check(test.type)
    }

    @Test("a value of another type is nil, and stays as it is")
    func otherType() throws {
        let text = #"{"id":["a"],"is_active":"yes","expires_at":{},"store":12.50,"offer_id":false}"#
        let level = try AdaptyProfile.AccessLevel.decode(text)
        #expect(level.id == nil && level.isActive == nil && level.expiresAt == nil && level.store == nil)
        #expect(level.text == text)
        let profile = try AdaptyProfile.decode(
            #"{"profile_id":"p","paid_access_levels":[],"non_subscriptions":{"a":{},"b":[1,{"purchase_id":"1"}]}}"#)
        #expect(profile.accessLevels.isEmpty)
        #expect(profile.nonSubscriptions["a"] == nil)
        #expect(profile.nonSubscriptions["b"]?.map(\.purchaseId) == ["1"])
    }

    @Test("the last of two members counts, and null and fallback names give way")
    func spellings() throws {
        #expect(try AdaptyProfile.decode(#"{"profile_id":"first","profile_id":"last"}"#).profileId == "last")
        let paywall = try AdaptyPaywall(
            decoding: Array(#"{"placement":{"developer_id":null},"developer_id":"d","variation_id":"v"}"#.utf8),
            as: .sdk3)
        #expect(paywall.id == "d")
        let wire = #"{"data":{"id":"outer","attributes":{"id":"inner","paid_access_levels":{}}}}"#
        var info = try PurchaserInfoModel(decoding: Array(wire.utf8), as: .sdk1Wire)
        #expect(info.profileId == "outer")
        #expect(try info.upgraded().profileId == "outer")
        info.profileId = "mine"
        #expect(info.profileId == "mine")
    }

    @Test("a model prints as its JSON, and the debugger lists its members")
    func descriptions() throws {
        let text = #"{"id":"premium","is_active":true}"#
        let level = try AdaptyProfile.AccessLevel.decode(text)
        #expect("\(level)" == text)
        #expect(Mirror(reflecting: level).children.map(\.label) == ["id", "is_active"])
        let profile = try AdaptyProfile.decode(#"{"profile_id":"p","paid_access_levels":{"premium":\#(text)}}"#)
        #expect("\(profile.accessLevels)" == #"{"premium":\#(text)}"#)
        #expect(profile.accessLevels.map(\.key) == ["premium"])
        #expect(profile.accessLevels.values.map(\.id) == ["premium"])
    }
}

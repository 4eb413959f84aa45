import Testing

@testable import AdaptyMigration

/// The linter of the mapping table. Each rule also runs on a table with a planted fault, so that no rule can fall
/// asleep.
@Suite("Table")
struct TableLintTests {
    @Test("no rule complains", arguments: Table.all.map(\.id))
    func lint(id: TableID) {
        #expect(TableLint.complaints(Table[id]).isEmpty)
    }

    @Test(
        "every planted fault is found",
        arguments: [
            ("two rows of one id", Table(.period, [Row("a", .text, .sdk("a"), "x"), Row("a", .text, .sdk("b"), "x")])),
            (
                "two rows of one name",
                Table(.period, [Row("a", .text, .sdk("a"), "x"), Row("b", .text, .sdk("a"), "x")])
            ),
            (
                "two sources for one target",
                Table(
                    .period,
                    [
                        Row("a", .text, .sdk("a").renamed([.sdk3], "t"), "x"),
                        Row("b", .text, .sdk("b").renamed([.sdk3], "t"), "x"),
                    ])
            ),
            ("a dead row", Table(.period, [Row("a", .text, Names(), "x")])),
            ("two written names", Table(.period, [Row("a", .text, .sdk("a").native([.sdk2], "b"), "x")])),
            ("required but never written", Table(.period, [Row("a", .text, .sdk1("a"), required: .sdk3, "x")])),
            ("no summary", Table(.period, [Row("a", .text, .sdk("a"), "")])),
        ])
    func plantedFaults(name: String, table: Table) {
        #expect(!TableLint.complaints(table).isEmpty, "\(name) was not found")
    }

    private static func storedProperties(_ model: some ModelRecord) -> Int {
        Mirror(reflecting: model).children.filter { $0.label?.hasPrefix("_") ?? false }.count
    }

    @Test("every stored property of every model has one row")
    func propertiesHaveRows() {
        #expect(TableLintTests.storedProperties(PurchaserInfoModel()) == PurchaserInfoModel.mapping.count)
        #expect(TableLintTests.storedProperties(AccessLevelInfoModel()) == AccessLevelInfoModel.mapping.count)
        #expect(TableLintTests.storedProperties(SubscriptionInfoModel()) == SubscriptionInfoModel.mapping.count)
        #expect(TableLintTests.storedProperties(NonSubscriptionInfoModel()) == NonSubscriptionInfoModel.mapping.count)
        #expect(TableLintTests.storedProperties(PaywallModel()) == PaywallModel.mapping.count)
        #expect(TableLintTests.storedProperties(PromoModel()) == PromoModel.mapping.count)
        #expect(TableLintTests.storedProperties(ProductModel()) == ProductModel.mapping.count)
        #expect(TableLintTests.storedProperties(ProductDiscountModel()) == ProductDiscountModel.mapping.count)
        #expect(
            TableLintTests.storedProperties(ProductSubscriptionPeriodModel())
                == ProductSubscriptionPeriodModel.mapping.count)
        #expect(TableLintTests.storedProperties(AdaptyProfile()) == AdaptyProfile.mapping.count)
        #expect(TableLintTests.storedProperties(AdaptyProfile.AccessLevel()) == AdaptyProfile.AccessLevel.mapping.count)
        #expect(
            TableLintTests.storedProperties(AdaptyProfile.Subscription()) == AdaptyProfile.Subscription.mapping.count)
        #expect(
            TableLintTests.storedProperties(AdaptyProfile.NonSubscription())
                == AdaptyProfile.NonSubscription.mapping.count)
        #expect(TableLintTests.storedProperties(AdaptyPaywall()) == AdaptyPaywall.mapping.count)
        #expect(TableLintTests.storedProperties(AdaptyPaywallProduct()) == AdaptyPaywallProduct.mapping.count)
        #expect(TableLintTests.storedProperties(AdaptyProductDiscount()) == AdaptyProductDiscount.mapping.count)
        #expect(
            TableLintTests.storedProperties(AdaptyProductSubscriptionPeriod())
                == AdaptyProductSubscriptionPeriod.mapping.count)
        #expect(
            TableLintTests.storedProperties(AdaptySubscriptionUpdateParameters())
                == AdaptySubscriptionUpdateParameters.mapping.count)
        #expect(TableLintTests.storedProperties(ServerProfile()) == ServerProfile.mapping.count)
        #expect(TableLintTests.storedProperties(ServerAccessLevel()) == ServerAccessLevel.mapping.count)
        #expect(TableLintTests.storedProperties(ServerSubscription()) == ServerSubscription.mapping.count)
        #expect(TableLintTests.storedProperties(ServerNonSubscription()) == ServerNonSubscription.mapping.count)
        #expect(TableLintTests.storedProperties(WebhookEvent()) == WebhookEvent.mapping.count)
        #expect(TableLintTests.storedProperties(WebhookEvent.Properties()) == WebhookEvent.Properties.mapping.count)
    }

    /// The Swift types that hold a value of each codec; an object's and its entries' are their tables' models.
    private static func types(_ codec: Codec) -> Set<String>? {
        switch codec {
        case .text: ["String", "Store", "OfferType", "CancellationReason"]
        case .number, .integer: ["JSONNumber"]
        case .flag, .sandbox: ["Bool"]
        case .timestamp: ["Timestamp"]
        case .any: ["RawJSON"]
        case .attributes: ["Dictionary<String, RawJSON>"]
        case .eligibility: ["AdaptyEligibility"]
        case .periodUnit: ["AdaptyPeriodUnit"]
        case .paymentMode: ["OfferType"]
        case .eventName: ["EventName"]
        case .custom(.remoteConfig): ["AdaptyRemoteConfig", "String"]
        case .custom(.offer), .record, .entries: nil
        }
    }

    @Test("every property is of a type that its row's codec reads")
    func propertyTypes() {
        var checked = 0
        for table in Table.all {
            for row in table.rows {
                guard let types = TableLintTests.types(row.codec) else { continue }
                for field in row.fields {
                    // PropertyBinding<Model, Value>
                    let binding = String(describing: type(of: field)).dropLast(),
                        value = binding.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
                    #expect(types.contains(value), "\(table.id).\(row.id) is \(row.codec), and its property \(value)")
                    checked += 1
                }
            }
        }
        #expect(checked > 250)
    }

    @Test("tables and kinds are numbered one by one: what is made for one is not taken for another")
    func numbers() {
        #expect(TableID.allCases.map(\.number).sorted() == Array(0..<TableID.count))
        #expect(Kind.converted.map(\.number).sorted() == Array(Kind.converted.indices))
        for id in TableID.allCases { #expect(Table[id].id == id) }
        #expect(Table.all.map(\.id) == TableID.allCases)
    }

    @Test("custom codecs are named and counted: two, in three rows")
    func customCodecs() {
        let rows = Table.all.flatMap { table in
            table.rows.filter { if case .custom = $0.codec { true } else { false } }.map {
                "\(table.id.rawValue).\($0.id)"
            }
        }
        #expect(Codec.Composite.allCases.count == 2)
        #expect(rows.sorted() == ["accessLevel.offer", "paywall.remote_config", "subscription.offer"])
    }

    @Test("event aliases neither collide nor chain")
    func eventAliases() {
        let current = Set(EventName.vocabulary.map(\.name))
        #expect(Set(EventAlias.all.map(\.old)).count == EventAlias.all.count)
        #expect(Set(EventAlias.all.map(\.current)).count == EventAlias.all.count)
        for alias in EventAlias.all {
            #expect(current.contains(alias.current))
            #expect(!current.contains(alias.old), "\(alias.old) is also a current name")
        }
        for (spelling, name) in EventName.aliases {
            #expect(current.contains(name))
            #expect(EventName.aliases[name] == nil, "\(spelling) leads on")
        }
    }
}

import AdaptyMigrationTesting
import Testing

@testable import AdaptyMigration

/// The typed path gives what the general path gives, and takes most documents.
@Suite("Typed path")
struct TypedPathTests {
    static let dialects = Dialect.allCases.filter { $0 != .serverV2 }

    /// Documents of a model in a column: well-formed ones and ones with the shipped bugs, compact and not.
    private static func documents<Model: ModelRecord>(_ model: Model.Type, _ dialect: Dialect) -> [[UInt8]] {
        (0..<UInt64(max(LawTests.count / 2, 10))).map { number in
            let column = dialect == .sdk1Bridge && number % 4 > 1 ? Column.sdk1BridgeSnake : dialect.column
            var generator = DocumentGenerator(
                seed: 77 &+ number &* 15_485_863, column: column, hasBugs: number % 3 == 2)
            let kind = Kind.converted.first { $0.table == Model.mapping.table && !$0.isList }
            let sample = kind.map { generator.document($0) } ?? generator.record(Model.mapping.table)
            return Array(sample.text(Sample.Style.all[Int(number % UInt64(Sample.Style.all.count))]).utf8)
        }
    }

    @Test("every model is laid out as the typed path expects", arguments: ModelCase.all)
    func layouts(_ test: ModelCase) {
        func check<Model: ModelRecord>(_ type: Model.Type) {
            #expect(Model.mapping.layout?.slots.count == Model.mapping.count)
            #expect(Set(Model.mapping.layout?.slots.map(\.offset) ?? []).count == Model.mapping.count)
        }
        check(test.type)
    }

    @Test("reads what the general path reads", arguments: ModelCase.all, dialects)
    func reading(_ test: ModelCase, _ dialect: Dialect) throws {
        func check<Model: ModelRecord>(_ type: Model.Type) throws {
            guard dialect.isEvent == Model.homeDialect.isEvent else { return }
            for document in TypedPathTests.documents(type, dialect) {
                let general = Result {
                    try Model(general: ModelBridge.Source(document, dialect, Model.homeDialect, Model.mapping.table))
                }
                let model = Result { try Model(decoding: document, as: dialect) }
                switch (general, model) {
                case (.success(let general), .success(let model)):
                    try #require(general == model, "\(String(decoding: document, as: UTF8.self))")
                case (.failure(let general), .failure(let model)):
                    try #require((general as? MigrationError)?.code == (model as? MigrationError)?.code)
                default: Issue.record("\(general) and \(model) from \(String(decoding: document, as: UTF8.self))")
                }
            }
        }
        try check(test.type)
    }

    @Test("writes what the general path writes", arguments: ModelCase.all, dialects)
    func writing(_ test: ModelCase, _ dialect: Dialect) throws {
        func check<Model: ModelRecord>(_ type: Model.Type) throws {
            guard dialect.isEvent == Model.homeDialect.isEvent else { return }
            for document in TypedPathTests.documents(type, Model.homeDialect) {
                guard let model = try? Model(decoding: document, as: Model.homeDialect),
                    let typed = model.encodedTyped(dialect.column)
                else { continue }
                let general = try model.encodedGeneral(dialect.column)
                try #require(
                    typed == general,
                    "\(String(decoding: typed, as: UTF8.self)) and \(String(decoding: general, as: UTF8.self))")
            }
        }
        try check(test.type)
    }

    private static func retained(_ model: some ModelRecord) -> [String] {
        model.retained.map { $0.name + String(decoding: $0.json, as: UTF8.self) }.sorted()
    }

    private func compare<From: ModelRecord, To: ModelRecord>(_ from: From, _ to: To.Type) throws -> To {
        let typed = To(converting: from), general = To(general: from)
        try #require(
            typed.json == general.json,
            "\(String(decoding: typed.json, as: UTF8.self)) and \(String(decoding: general.json, as: UTF8.self))")
        try #require(TypedPathTests.retained(typed) == TypedPathTests.retained(general))
        return typed
    }

    @Test("converts as the general path does, there and back", arguments: PairTests.pairs)
    func converting(_ pair: PairTests.Pair) throws {
        func check<From: ModelRecord, To: ModelRecord>(_ from: From.Type, _ to: To.Type) throws {
            for document in TypedPathTests.documents(from, From.homeDialect) {
                guard let model = try? From(decoding: document, as: From.homeDialect) else { continue }
                _ = try compare(compare(model, to), from)
            }
        }
        func open<From: ModelRecord>(_ from: From.Type, _ to: any ModelRecord.Type) throws {
            func open<To: ModelRecord>(_ to: To.Type) throws {
                try check(from, to)
                try check(to, from)
            }
            try open(to)
        }
        try open(pair.legacy, pair.current)
    }

    @Test("takes the documents it is made for", arguments: ModelCase.all.filter { $0.type != PromoModel.self })
    func taken(_ test: ModelCase) throws {
        func check<Model: ModelRecord>(_ type: Model.Type) throws {
            var read = 0, written = 0
            for seed in UInt64(0)..<100 {
                guard let model = Model(typed: Model.sample(seed)[...], Model.homeDialect.column) else { continue }
                read += 1
                if model.encodedTyped(Model.homeDialect.column) != nil { written += 1 }
            }
            #expect(read >= 90)
            #expect(written >= 90)
        }
        try check(test.type)
    }
}

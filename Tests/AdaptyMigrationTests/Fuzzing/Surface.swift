@testable import AdaptyMigration
@_spi(Tools) @testable import AdaptyMigrationStreams
@_spi(Tools) @testable import AdaptyMigrationTools
@testable import AdaptyMigrationCore

/// What is fuzzed: bytes go in, and something must hold for them. The package `Fuzzing` looks for bytes for which it
/// does not; `FuzzCaseTests` replays those it found.
enum Surface: String, CaseIterable, Sendable {
    /// Our scanner, Foundation's, and the tape's give one verdict on the bytes.
    case scanner
    /// A record converts on both paths to the same bytes, and comes back; or both refuse it.
    case upgrade
    /// An upgraded record, edited or forged, gives JSON or an error, the same on both paths.
    case downgrade
    /// A record read into a model is written as JSON, and where the dialect was the model's own, reads as the same
    /// model.
    case models

    /// What is wrong; `nil` when all holds.
    func fault(_ bytes: [UInt8]) -> String? {
        switch self {
        case .scanner: scanner(bytes)
        case .upgrade: upgrade(bytes)
        case .downgrade: downgrade(bytes)
        case .models: models(bytes)
        }
    }

    private func scanner(_ bytes: [UInt8]) -> String? {
        if case .unknown(let difference) = FoundationParser.compare(bytes) { return difference }
        var paths = TwoPaths(.upgrade, from: .sdk1Wire)
        let record =
            Array(#"{"profile_id":"p","app_id":"a","x":"#.utf8) + bytes + Array(#","paid_access_levels":null}"#.utf8)
        if let difference = paths.difference(record) { return difference }
        guard let elements = try? RecordList.ranges(in: bytes) else { return nil }
        return elements.contains { !isJSON(Array(bytes[$0])) } ? "an element of the array is no JSON by itself" : nil
    }

    /// The length says which dialect is claimed, so that it need not be guessed to get beyond recognition. A record
    /// that carries a residue already comes back as what it was before that.
    private func upgrade(_ bytes: [UInt8]) -> String? {
        let isUpgraded = (try? JSONScanner.index(bytes)).map { $0.member(0, Residue.memberName) != nil } ?? false
        let claimed = Dialect.allCases[bytes.count % Dialect.allCases.count]
        for from in [nil, claimed] {
            var paths = TwoPaths(.upgrade, from: from)
            if let difference = paths.difference(bytes) { return difference }
            do {
                let upgraded = try Migrator().upgrade(bytes, from: from).document
                let restored = try Migrator().downgrade(upgraded).documentWithoutResidue
                if restored != bytes, !isUpgraded { return "comes back as \(text(restored)) from \(text(upgraded))" }
            } catch {
                if error.code == .notReversible || error.code == .brokenResidue && !isUpgraded { return "\(error)" }
            }
        }
        return nil
    }

    private func downgrade(_ bytes: [UInt8]) -> String? {
        var paths = TwoPaths(.downgrade)
        if let difference = paths.difference(bytes) { return difference }
        for target in [nil, Dialect.allCases[bytes.count % Dialect.allCases.count]] {
            guard let restored = try? Migrator().downgrade(bytes, to: target).documentWithoutResidue, !isJSON(restored)
            else {
                continue
            }
            return "gives no JSON: \(text(restored))"
        }
        return nil
    }

    private func models(_ bytes: [UInt8]) -> String? {
        let types: [any RecordModel.Type] = [
            PurchaserInfoModel.self, PaywallModel.self, PromoModel.self, ProductModel.self, ServerProfile.self,
            AdaptyProfile.self, AdaptyPaywall.self, AdaptyPaywallProduct.self, WebhookEvent.self,
        ]
        let claimed = Dialect.allCases[bytes.count % Dialect.allCases.count]
        for type in types {
            for dialect in [nil, claimed] {
                if let fault = again(type, bytes, dialect) {
                    return "\(type) of \(dialect?.rawValue ?? "any dialect"): \(fault)"
                }
            }
        }
        return nil
    }

    private func again<Model: RecordModel>(_: Model.Type, _ bytes: [UInt8], _ dialect: Dialect?) -> String? {
        guard let model = try? Model(decoding: bytes, as: dialect) else { return nil }
        guard isJSON(model.document) else { return "is written as \(text(model.document))" }
        guard let read = try? Model(decoding: model.document, as: model.dialect) else {
            return "is written as \(text(model.document)), which is refused"
        }
        return read == model && read.document == model.document
            ? nil : "is written as \(text(model.document)), and then as \(text(read.document))"
    }

    private func isJSON(_ bytes: [UInt8]) -> Bool { (try? JSONScanner.index(bytes, maximumDepth: 4096)) != nil }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

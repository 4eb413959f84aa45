import AdaptyMigration
@_spi(Tools) import AdaptyMigrationTools

extension AdaptyProfile {
    /// The profile with the access levels of one environment alone.
    func only(_ environment: StoreEnvironment) -> AdaptyProfile {
        var profile = self
        for (key, level) in accessLevels where self.environment(of: level) != environment {
            profile.accessLevels[key] = nil
        }
        return profile
    }

    /// Only API v2 names the environment in a level. Otherwise it is that of the product's purchases.
    private func environment(of level: AccessLevel) -> StoreEnvironment {
        if let text = level[member: "environment"]?.string { return StoreEnvironment(named: text) }
        guard let product = level.vendorProductId else { return .production }
        let purchases =
            [subscriptions[product]?.isSandbox] + (nonSubscriptions[product].map { $0.map(\.isSandbox) } ?? [])
        let known = purchases.compactMap { $0 }
        return !known.isEmpty && known.allSatisfy { $0 } ? .sandbox : .production
    }
}

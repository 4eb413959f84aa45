// swift-tools-version: 6.2
import PackageDescription

/// Programs that use one product each, for what it adds to an app (`make app-size`).
let package = Package(
    name: "AppSize",
    dependencies: [.package(name: "AdaptyMigration", path: "../..")],
    targets: [
        .executableTarget(name: "empty"),
        .executableTarget(
            name: "upgrade", dependencies: [.product(name: "AdaptyStoredUpgrade", package: "AdaptyMigration")]),
        .executableTarget(
            name: "models", dependencies: [.product(name: "AdaptyMigration", package: "AdaptyMigration")]),
    ],
    swiftLanguageModes: [.v6]
)

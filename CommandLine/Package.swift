// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "CommandLine",
    platforms: [.macOS(.v13)],
    products: [
        .executable(name: "adapty-migrate", targets: ["adapty-migrate"]),
        .library(name: "AdaptyMigrateCommands", targets: ["AdaptyMigrateCommands"]),
    ],
    dependencies: [
        // The name makes the identity independent of the folder the repository was cloned into.
        .package(name: "AdaptyMigration", path: "..", traits: ["FastScan"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(
            name: "AdaptyMigrateCommands",
            dependencies: [
                .product(name: "AdaptyMigration", package: "AdaptyMigration"),
                .product(name: "AdaptyMigrationTesting", package: "AdaptyMigration"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(name: "adapty-migrate", dependencies: ["AdaptyMigrateCommands"], swiftSettings: strict),
        .testTarget(
            name: "AdaptyMigrateCommandsTests",
            dependencies: [
                "AdaptyMigrateCommands",
                "adapty-migrate",
                .product(name: "AdaptyMigration", package: "AdaptyMigration"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)

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
    traits: [
        .trait(name: "SQLite", description: "adapty-migrate store sqlite:…; needs libsqlite3 (Debian: libsqlite3-dev)."),
        .trait(name: "PostgreSQL", description: "adapty-migrate store postgres:…; needs libpq (Debian: libpq-dev)."),
    ],
    dependencies: [
        // The name makes the identity independent of the folder the repository was cloned into.
        .package(name: "AdaptyMigration", path: "..", traits: ["FastScan"]),
        .package(
            name: "Stores", path: "../Stores",
            traits: [.trait(name: "SQLite", condition: .when(traits: ["SQLite"])), .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"]))]
        ),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .target(
            name: "AdaptyMigrateCommands",
            dependencies: [
                .product(name: "AdaptyMigration", package: "AdaptyMigration"),
                .product(name: "AdaptyMigrationTesting", package: "AdaptyMigration"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AdaptyMigrationStores", package: "Stores", condition: .when(traits: ["SQLite", "PostgreSQL"])),
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
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
            ],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)

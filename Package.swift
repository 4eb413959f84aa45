// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "AdaptyMigration",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "AdaptyMigration", targets: ["AdaptyMigration"]),
        .library(name: "AdaptyMigrationFoundation", targets: ["AdaptyMigrationFoundation"]),
    ],
    targets: [
        .target(name: "AdaptyMigration", swiftSettings: strict),
        .target(name: "AdaptyMigrationFoundation", dependencies: ["AdaptyMigration"], swiftSettings: strict),
        .testTarget(
            name: "AdaptyMigrationTests",
            dependencies: ["AdaptyMigration", "AdaptyMigrationFoundation"],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)

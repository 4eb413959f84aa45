// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "AdaptyMigration",
    platforms: [.macOS(.v10_15), .iOS(.v13), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
    products: [
        .library(name: "AdaptyStoredUpgrade", targets: ["AdaptyStoredUpgrade"]),
        .library(name: "AdaptyMigration", targets: ["AdaptyMigration"]),
        .library(name: "AdaptyMigrationTesting", targets: ["AdaptyMigrationTesting"]),
        .library(name: "AdaptyMigrationTools", targets: ["AdaptyMigrationTools"]),
    ],
    targets: [
        .target(name: "CByteBlock"),
        .target(name: "AdaptyMigrationCore", dependencies: ["CByteBlock"], swiftSettings: strict),
        .target(name: "AdaptyMigrationAccess", dependencies: ["AdaptyMigrationCore"], swiftSettings: strict),
        .target(
            name: "AdaptyMigrationStreams", dependencies: ["AdaptyMigrationCore", "AdaptyMigrationAccess"],
            swiftSettings: strict),
        .target(
            name: "AdaptyStoredData", dependencies: ["AdaptyMigrationCore", "AdaptyMigrationAccess"],
            swiftSettings: strict),
        .target(
            name: "AdaptyStoredUpgrade", dependencies: ["AdaptyStoredData"],
            resources: [.copy("PrivacyInfo.xcprivacy")], swiftSettings: strict),
        .target(name: "AdaptyMigrationModels", dependencies: ["AdaptyMigrationCore"], swiftSettings: strict),
        .target(
            name: "AdaptyMigration", dependencies: ["AdaptyMigrationModels", "AdaptyMigrationAccess"],
            swiftSettings: strict),
        .target(
            name: "AdaptyMigrationTools",
            dependencies: [
                "AdaptyMigrationCore", "AdaptyMigrationAccess", "AdaptyMigrationModels", "AdaptyMigrationStreams",
                "AdaptyStoredData",
            ],
            swiftSettings: strict),
        .target(name: "AdaptyMigrationTesting", dependencies: ["AdaptyMigrationTools"], swiftSettings: strict),
        .testTarget(
            name: "AdaptyMigrationTests",
            dependencies: [
                "AdaptyMigration", "AdaptyStoredUpgrade", "AdaptyMigrationTools", "AdaptyMigrationTesting",
            ],
            exclude: ["Detection/pairs.txt"],
            // Optimising the tests takes longer than running them.
            swiftSettings: strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The engine's fastest way to find quotes needs the compiler's own instructions, whose interface is not stable. It
/// gives the same bytes as the default and is under the same tests.
let fastScan: [SwiftSetting] = [
    .define("FAST_SCAN", .when(traits: ["FastScan"])),
    .enableExperimentalFeature("BuiltinModule", .when(traits: ["FastScan"])),
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
    traits: [
        .trait(
            name: "FastScan",
            description:
                "Find strings with compiler instructions that are not a stable interface: 5 to 9 % faster, half as fast again on text beyond ASCII."
        )
    ],
    targets: [
        .target(name: "AdaptyMigrationCore", swiftSettings: strict + fastScan),
        .target(name: "AdaptyMigrationAccess", dependencies: ["AdaptyMigrationCore"], swiftSettings: strict),
        .target(
            name: "AdaptyMigrationStreams", dependencies: ["AdaptyMigrationCore", "AdaptyMigrationAccess"],
            swiftSettings: strict + fastScan),
        .target(
            name: "AdaptyStoredData", dependencies: ["AdaptyMigrationCore", "AdaptyMigrationAccess"],
            swiftSettings: strict),
        .target(name: "AdaptyStoredUpgrade", dependencies: ["AdaptyStoredData"], swiftSettings: strict),
        .target(name: "AdaptyMigrationModels", dependencies: ["AdaptyMigrationCore"], swiftSettings: strict),
        .target(name: "AdaptyMigration", dependencies: ["AdaptyMigrationModels"], swiftSettings: strict),
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
            // Optimising the tests takes longer than running them.
            swiftSettings: strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The transcoder's fastest way to find quotes needs the compiler's own instructions, whose interface is not stable. It
/// gives the same bytes as the default and is under the same tests.
let fastScan: [SwiftSetting] = [
    .define("FAST_SCAN", .when(traits: ["FastScan"])),
    .enableExperimentalFeature("BuiltinModule", .when(traits: ["FastScan"])),
]

let package = Package(
    name: "AdaptyMigration",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "AdaptyMigration", targets: ["AdaptyMigration"]),
        .library(name: "AdaptyMigrationFoundation", targets: ["AdaptyMigrationFoundation"]),
        .library(name: "AdaptyMigrationTesting", targets: ["AdaptyMigrationTesting"]),
    ],
    traits: [
        .trait(
            name: "FastScan",
            description:
                "Find strings with compiler instructions that are not a stable interface: 5 to 9 % faster, half as fast again on text beyond ASCII."
        )
    ],
    targets: [
        .target(name: "AdaptyMigration", swiftSettings: strict + fastScan),
        .target(name: "AdaptyMigrationFoundation", dependencies: ["AdaptyMigration"], swiftSettings: strict),
        .target(name: "AdaptyMigrationTesting", dependencies: ["AdaptyMigration"], swiftSettings: strict),
        .testTarget(
            name: "AdaptyMigrationTests",
            dependencies: ["AdaptyMigration", "AdaptyMigrationFoundation", "AdaptyMigrationTesting"],
            // Optimising the tests takes longer than running them.
            swiftSettings: strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v13)],
    dependencies: [
        // The name makes the identity independent of the folder the repository was cloned into.
        .package(name: "AdaptyMigration", path: "../..")
    ],
    targets: [
        // libFuzzer brings `main`. What is fuzzed stands with the tests, which replay what was found: the other sources
        // are links to there.
        .executableTarget(
            name: "fuzz",
            dependencies: [
                .product(name: "AdaptyMigration", package: "AdaptyMigration"),
                .product(name: "AdaptyMigrationTools", package: "AdaptyMigration"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
                .unsafeFlags(["-parse-as-library"]),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)

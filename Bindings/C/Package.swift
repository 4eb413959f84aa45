// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "CInterface",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "adaptymigrate", type: .dynamic, targets: ["AdaptyMigrateC"]),
        // For tests that are linked with other packages' tests.
        .library(name: "AdaptyMigrateC", targets: ["AdaptyMigrateC", "CAdaptyMigrate"]),
    ],
    dependencies: [
        // The name makes the identity independent of the folder into which the repository was cloned.
        .package(name: "AdaptyMigration", path: "../..")
    ],
    targets: [
        // Only the header. The compiler checks the Swift functions against it.
        .target(name: "CAdaptyMigrate"),
        .target(
            name: "AdaptyMigrateC",
            dependencies: ["CAdaptyMigrate", .product(name: "AdaptyMigrationTools", package: "AdaptyMigration")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AdaptyMigrateCTests",
            dependencies: [
                "AdaptyMigrateC", "CAdaptyMigrate", .product(name: "AdaptyMigrationTools", package: "AdaptyMigration"),
            ],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)

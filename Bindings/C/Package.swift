// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The release library holds the libraries of Swift and shows only what the header declares, so that it works on a host
/// without Swift, and beside another Swift.
let linking: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-static-stdlib", "-Xlinker", "-s", "-Xlinker", "--icf=safe",
            "-Xlinker", "--version-script=\(Context.packageDirectory)/Exports.map",
        ], .when(platforms: [.linux], configuration: .release))
]

let package = Package(
    name: "CInterface",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "adaptymigrate", type: .dynamic, targets: ["AdaptyMigrateC", "LibraryLinking"]),
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
        // Says how the library is linked, which does not concern a program that has the module AdaptyMigrateC inside.
        .target(name: "LibraryLinking", linkerSettings: linking),
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

// swift-tools-version: 6.2
import PackageDescription

// In your package: the repository's URL and version instead of the path, and the product in your test target.
let package = Package(
    name: "GoldenPayloads",
    platforms: [.macOS(.v13)],
    dependencies: [
        // The name makes the identity independent of the folder the repository was cloned into.
        .package(name: "AdaptyMigration", path: "../..")
    ],
    targets: [
        .testTarget(
            name: "PayloadTests",
            dependencies: [.product(name: "AdaptyMigrationTesting", package: "AdaptyMigration")],
            exclude: ["Payloads"]
        ),
        .testTarget(
            name: "PayloadXCTests",
            dependencies: [.product(name: "AdaptyMigrationTesting", package: "AdaptyMigration")],
            exclude: ["Payloads"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

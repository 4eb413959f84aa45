// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Service",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "adapty-migrate-service", targets: ["adapty-migrate-service"]),
        .library(name: "AdaptyMigrationService", targets: ["AdaptyMigrationService"]),
    ],
    dependencies: [
        // The name makes the identity independent of the folder the repository was cloned into.
        .package(name: "AdaptyMigration", path: "..", traits: ["FastScan"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .target(
            name: "AdaptyMigrationService",
            dependencies: [
                .product(name: "AdaptyMigration", package: "AdaptyMigration"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
            ],
            resources: [.embedInCode("Page/Files")],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "adapty-migrate-service",
            dependencies: ["AdaptyMigrationService"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AdaptyMigrationServiceTests",
            dependencies: [
                "AdaptyMigrationService",
                .product(name: "AdaptyMigration", package: "AdaptyMigration"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
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
    traits: [
        .trait(
            name: "PostgreSQL", description: "A PostgreSQL server as the database; needs libpq (Debian: libpq-dev).")
    ],
    dependencies: [
        // The name makes the identity independent of the folder the repository was cloned into.
        .package(name: "AdaptyMigration", path: "../.."),
        .package(
            name: "Stores", path: "../Stores",
            traits: ["SQLite", .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"]))]),
        // Exact versions: the program is built the same way tomorrow.
        // Without its settings, which are read here.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: ["FullFoundation"]),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    ],
    targets: [
        .target(
            name: "AdaptyMigrationService",
            dependencies: [
                .product(name: "AdaptyMigration", package: "AdaptyMigration"),
                .product(name: "AdaptyMigrationTools", package: "AdaptyMigration"),
                .product(name: "AdaptyMigrationSQL", package: "Stores"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ],
            resources: [.embedInCode("OpenAPI/openapi.json"), .embedInCode("Page/Files")],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "adapty-migrate-service",
            dependencies: ["AdaptyMigrationService"],
            swiftSettings: strict
        ),
        // What `make bench-service` compares with.
        .executableTarget(
            name: "bare-server",
            dependencies: [
                "AdaptyMigrationService",
                .product(name: "AdaptyMigrationSQL", package: "Stores"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AdaptyMigrationServiceTests",
            dependencies: [
                "AdaptyMigrationService", "adapty-migrate-service",
                .product(name: "AdaptyMigration", package: "AdaptyMigration"),
                .product(name: "AdaptyMigrationTools", package: "AdaptyMigration"),
                .product(name: "AdaptyMigrationSQL", package: "Stores"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "AdaptyMigrationTesting", package: "AdaptyMigration"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
            ],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)

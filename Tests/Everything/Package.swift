// swift-tools-version: 6.1
import PackageDescription

let stores: Set<Package.Dependency.Trait> = ["SQLite", "PostgreSQL", "Gzip", "AppData"]

func product(_ name: String, _ package: String) -> Target.Dependency { .product(name: name, package: package) }

/// The tests of a package, compiled as its own: they see what it declares as `package`.
///
/// - Parameter package: the name of the folder in which the package lies, in lower case, as SwiftPM names packages.
func suite(
    _ name: String, of package: String, in folder: String, _ dependencies: [Target.Dependency],
    traits: Set<String> = [], excluding: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "AdaptyMigration/\(folder)Tests/\(name)", exclude: excluding,
        swiftSettings: [
            .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
            .unsafeFlags(["-package-name", package]),
        ] + traits.sorted().map { .define($0) })
}

/// The suites of all nested packages in one bundle, so that one build compiles everything once.
///
/// `AdaptyMigration` is a link to the root package. The packages are reached through it, because SwiftPM names a
/// package after its folder.
let package = Package(
    name: "Everything",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(path: "AdaptyMigration"),
        .package(path: "AdaptyMigration/Programs/CommandLine", traits: stores),
        .package(path: "AdaptyMigration/Programs/Stores", traits: stores),
        .package(path: "AdaptyMigration/Programs/Service", traits: ["PostgreSQL"]),
        .package(path: "AdaptyMigration/Bindings/C", traits: []),
        .package(path: "AdaptyMigration/Examples/BesideAdapty"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        // What is tested from outside.
        .executableTarget(
            name: "built-beside",
            dependencies: [product("adaptymigrate", "C"), product("beside-adapty", "BesideAdapty")]),
        suite(
            "AdaptyMigrateCommandsTests", of: "commandline", in: "Programs/CommandLine/",
            [
                product("AdaptyMigrateCommands", "CommandLine"), product("adapty-migrate", "CommandLine"),
                product("AdaptyMigrationTools", "AdaptyMigration"), product("AdaptyMigrationFiles", "Stores"),
                product("AdaptyMigrationSQL", "Stores"), product("ArgumentParser", "swift-argument-parser"),
                product("FaultPoints", "Stores"),
            ], traits: ["SQLite", "PostgreSQL", "Gzip", "AppData"]),
        suite(
            "AdaptyMigrationStoresTests", of: "stores", in: "Programs/Stores/",
            [
                product("AdaptyMigrationStores", "Stores"), product("AdaptyMigrationFiles", "Stores"),
                product("AdaptyMigrationSQL", "Stores"), product("crash-worker", "Stores"),
                product("AdaptyMigrationTools", "AdaptyMigration"), product("AdaptyStoredUpgrade", "AdaptyMigration"),
                product("AdaptyMigrationTesting", "AdaptyMigration"),
            ], traits: ["SQLite", "PostgreSQL", "Gzip", "AppData"]),
        suite(
            "AdaptyMigrationServiceTests", of: "service", in: "Programs/Service/",
            [
                product("AdaptyMigrationService", "Service"), product("adapty-migrate-service", "Service"),
                product("AdaptyMigration", "AdaptyMigration"), product("AdaptyMigrationTools", "AdaptyMigration"),
                product("AdaptyMigrationSQL", "Stores"), product("Hummingbird", "hummingbird"),
                product("HummingbirdTesting", "hummingbird"), product("AdaptyMigrationTesting", "AdaptyMigration"),
                product("HTTPTypes", "swift-http-types"), product("AsyncHTTPClient", "async-http-client"),
                product("NIOCore", "swift-nio"), product("NIOHTTP1", "swift-nio"), product("NIOPosix", "swift-nio"),
                product("Logging", "swift-log"), product("CoreMetrics", "swift-metrics"),
            ], traits: ["PostgreSQL"]),
        suite(
            "AdaptyMigrateCTests", of: "c", in: "Bindings/C/",
            [product("AdaptyMigrateC", "C"), product("AdaptyMigrationTools", "AdaptyMigration")]),
        suite(
            "PayloadTests", of: "goldenpayloads", in: "Examples/GoldenPayloads/",
            [product("AdaptyMigrationTesting", "AdaptyMigration"), product("AdaptyMigration", "AdaptyMigration")],
            excluding: ["Payloads"]),
        suite(
            "PayloadXCTests", of: "goldenpayloads", in: "Examples/GoldenPayloads/",
            [product("AdaptyMigrationTesting", "AdaptyMigration")]),
    ],
    swiftLanguageModes: [.v6]
)

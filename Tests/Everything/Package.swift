// swift-tools-version: 6.2
import PackageDescription

let stores = ["SQLite", "PostgreSQL", "Gzip"]

func traits(_ names: [String]) -> Set<Package.Dependency.Trait> { Set(names.map { .trait(name: $0) }) }

func product(_ name: String, _ package: String) -> Target.Dependency { .product(name: name, package: package) }

/// The tests of a package. They are not optimised: optimising them takes longer than running them.
func suite(
    _ name: String, in folder: String = "", _ dependencies: [Target.Dependency], traits: [String] = [],
    excluding: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "AdaptyMigration/\(folder)Tests/\(name)", exclude: excluding,
        swiftSettings: [
            .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
            .unsafeFlags(["-Onone"]),
        ] + traits.map { .define($0) })
}

/// The suites of all packages but the service in one bundle, so that one build compiles everything once.
///
/// It is built optimised, because the tests convert many documents and start the tool thousands of times. The service
/// has so many dependencies that to optimise them would take longer than its tests.
///
/// `AdaptyMigration` is a link to the root package. The packages are reached through it, because SwiftPM names a
/// package after its folder.
let package = Package(
    name: "Everything",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(path: "AdaptyMigration"),
        .package(path: "AdaptyMigration/Programs/CommandLine", traits: traits(stores)),
        .package(path: "AdaptyMigration/Programs/Stores", traits: traits(stores)),
        .package(path: "AdaptyMigration/Bindings/C"),
        .package(path: "AdaptyMigration/Examples/BesideAdapty"),
        .package(path: "AdaptyMigration/Benchmarks"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    ],
    targets: [
        // What is tested from outside.
        .executableTarget(
            name: "built-beside",
            dependencies: [
                product("adaptymigrate", "C"), product("beside-adapty", "BesideAdapty"),
                product("instructions", "Benchmarks"), product("make-corpus", "Benchmarks"),
                product("throughput", "Benchmarks"),
            ]),
        suite(
            "AdaptyMigrationTests",
            [
                product("AdaptyMigration", "AdaptyMigration"), product("AdaptyStoredUpgrade", "AdaptyMigration"),
                product("AdaptyMigrationTools", "AdaptyMigration"),
                product("AdaptyMigrationTesting", "AdaptyMigration"),
            ], excluding: ["Detection/pairs.txt"]),
        suite(
            "AdaptyMigrateCommandsTests", in: "Programs/CommandLine/",
            [
                product("AdaptyMigrateCommands", "CommandLine"), product("adapty-migrate", "CommandLine"),
                product("AdaptyMigrationTools", "AdaptyMigration"), product("AdaptyMigrationFiles", "Stores"),
                product("AdaptyMigrationSQL", "Stores"), product("ArgumentParser", "swift-argument-parser"),
                product("FaultPoints", "Stores"),
            ], traits: stores),
        suite(
            "AdaptyMigrationStoresTests", in: "Programs/Stores/",
            [
                product("AdaptyMigrationStores", "Stores"), product("AdaptyMigrationFiles", "Stores"),
                product("AdaptyMigrationSQL", "Stores"), product("crash-worker", "Stores"),
                product("AdaptyMigrationTools", "AdaptyMigration"), product("AdaptyStoredUpgrade", "AdaptyMigration"),
                product("AdaptyMigrationTesting", "AdaptyMigration"),
            ], traits: stores),
        suite(
            "AdaptyMigrateCTests", in: "Bindings/C/",
            [product("AdaptyMigrateC", "C"), product("AdaptyMigrationTools", "AdaptyMigration")]),
        suite(
            "PayloadTests", in: "Examples/GoldenPayloads/",
            [product("AdaptyMigrationTesting", "AdaptyMigration")], excluding: ["Payloads"]),
        suite(
            "PayloadXCTests", in: "Examples/GoldenPayloads/",
            [product("AdaptyMigrationTesting", "AdaptyMigration")], excluding: ["Payloads"]),
    ],
    swiftLanguageModes: [.v6]
)

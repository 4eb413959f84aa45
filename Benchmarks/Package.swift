// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    products: [
        .library(name: "Corpus", targets: ["Corpus"]),
        .executable(name: "make-corpus", targets: ["make-corpus"]),
        .executable(name: "models-beside-structs", targets: ["models-beside-structs"]),
        .executable(name: "throughput", targets: ["throughput"]),
        .executable(name: "instructions", targets: ["instructions"]),
    ],
    dependencies: [
        // The name makes the identity independent of the folder the repository was cloned into.
        .package(name: "AdaptyMigration", path: ".."),
        // Without its traits: no C library is needed, and allocations are counted by instructions.py instead.
        .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
    ],
    targets: [
        .target(name: "Corpus", swiftSettings: strict),
        .target(
            name: "Workload",
            dependencies: [
                "Corpus", .product(name: "AdaptyMigration", package: "AdaptyMigration"),
                .product(name: "AdaptyMigrationTools", package: "AdaptyMigration"),
            ],
            swiftSettings: strict),
        .executableTarget(name: "make-corpus", dependencies: ["Corpus"], swiftSettings: strict),
        .executableTarget(
            name: "models-beside-structs",
            dependencies: [.product(name: "AdaptyMigration", package: "AdaptyMigration")],
            swiftSettings: strict),
        .executableTarget(
            name: "stored-upgrade",
            dependencies: [
                .product(name: "AdaptyMigration", package: "AdaptyMigration"),
                .product(name: "AdaptyStoredUpgrade", package: "AdaptyMigration"),
            ],
            swiftSettings: strict),
        .executableTarget(name: "throughput", dependencies: ["Workload"], swiftSettings: strict),
        // valgrind up to 3.19 cannot read a newer DWARF.
        .target(name: "AllocationCounter", cSettings: [.unsafeFlags(["-gdwarf-4"])]),
        .executableTarget(
            name: "instructions", dependencies: ["AllocationCounter", "Corpus", "Workload"], swiftSettings: strict),
        .executableTarget(
            name: "AdaptyMigrationBenchmarks",
            dependencies: [
                "Corpus", "Workload",
                .product(name: "AdaptyMigrationTools", package: "AdaptyMigration"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/AdaptyMigrationBenchmarks",
            swiftSettings: strict,
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ],
    swiftLanguageModes: [.v6]
)

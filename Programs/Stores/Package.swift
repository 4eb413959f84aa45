// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// What needs a C library is behind a trait, so that everything else builds with the Swift toolchain alone.
let package = Package(
    name: "Stores",
    platforms: [.macOS(.v13)],
    products: [
        .library(name: "AdaptyMigrationStores", targets: ["AdaptyMigrationStores"]),
        .library(name: "AdaptyMigrationFiles", targets: ["AdaptyMigrationFiles"]),
        .library(name: "AdaptyMigrationSQL", targets: ["AdaptyMigrationSQL"]),
        // For tests: put before the C library of a program, it lets the calls of the system fail (Linux).
        .library(name: "FaultPoints", type: .dynamic, targets: ["FaultPoints"]),
        .executable(name: "crash-worker", targets: ["crash-worker"]),
    ],
    traits: [
        .trait(name: "SQLite", description: "Tables in SQLite files; needs libsqlite3 (Debian: libsqlite3-dev)."),
        .trait(name: "PostgreSQL", description: "Tables in PostgreSQL; needs libpq (Debian: libpq-dev)."),
        .trait(name: "Gzip", description: "Files that end in .gz; needs zlib (Debian: zlib1g-dev)."),
    ],
    dependencies: [
        // The name makes the identity independent of the folder the repository was cloned into.
        .package(name: "AdaptyMigration", path: "../..")
    ],
    targets: [
        // Records in files: what the stores and the command line have in common.
        .target(
            name: "AdaptyMigrationFiles",
            dependencies: ["CFileAttributes", .product(name: "AdaptyMigrationTools", package: "AdaptyMigration")],
            swiftSettings: strict),
        // Connections to SQLite and PostgreSQL: what the stores and the service have in common.
        .target(
            name: "AdaptyMigrationSQL",
            dependencies: [
                "AdaptyMigrationFiles",
                .target(name: "CSQLite", condition: .when(traits: ["SQLite"])),
                .target(name: "CLibPQ", condition: .when(traits: ["PostgreSQL"])),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "AdaptyMigrationStores",
            dependencies: [
                "AdaptyMigrationFiles", "AdaptyMigrationSQL", "CFileAttributes",
                .product(name: "AdaptyMigrationTools", package: "AdaptyMigration"),
                .target(name: "CZlib", condition: .when(traits: ["Gzip"])),
            ],
            swiftSettings: strict
        ),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        // Extended attributes, which Glibc's Swift module leaves out.
        .target(name: "CFileAttributes"),
        .target(name: "FaultPoints"),
        // Carries runs out, and kills itself at a statement of one; the tests start it.
        .executableTarget(name: "crash-worker", dependencies: ["AdaptyMigrationStores"], swiftSettings: strict),
        // One step of `make bench-stores`.
        .executableTarget(
            name: "store-bench",
            dependencies: [
                "AdaptyMigrationStores", .product(name: "AdaptyMigrationTools", package: "AdaptyMigration"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AdaptyMigrationStoresTests",
            dependencies: [
                "AdaptyMigrationStores", "AdaptyMigrationFiles", "AdaptyMigrationSQL", "crash-worker",
                .product(name: "AdaptyMigrationTools", package: "AdaptyMigration"),
                .product(name: "AdaptyStoredUpgrade", package: "AdaptyMigration"),
                .product(name: "AdaptyMigrationTesting", package: "AdaptyMigration"),
            ],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)

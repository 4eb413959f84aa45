// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// `--version` prints it. Scripts/install sets it.
let commit = (Context.environment["BUILD_COMMIT"] ?? "").filter { $0.isHexDigit || "-changed".contains($0) }

/// The release tool holds the libraries of Swift, so that it starts on a host without Swift, and in half the time. The
/// second line names what ArgumentParser's Foundation needs of them. The Python wheel needs a tool that holds the C
/// library, too. As options of `swift build` they would compile all again.
let linking: [LinkerSetting] = [
    .unsafeFlags(
        [
            Context.environment["STATIC_EXECUTABLE"] == nil ? "-static-stdlib" : "-static-executable",
            "-l_FoundationCShims", "-l_FoundationCollections",
            "-Xlinker", "-s", "-Xlinker", "--icf=safe",
            "-Xlinker", "--version-script=\(Context.packageDirectory)/Scripts/no-exports.map",
        ], .when(platforms: [.linux], configuration: .release))
]

let package = Package(
    name: "CommandLine",
    platforms: [.macOS(.v13)],
    products: [
        .executable(name: "adapty-migrate", targets: ["adapty-migrate", "ToolLinking"]),
        .library(name: "AdaptyMigrateCommands", targets: ["AdaptyMigrateCommands"]),
    ],
    traits: [
        .trait(
            name: "SQLite", description: "adapty-migrate store sqlite:…; needs libsqlite3 (Debian: libsqlite3-dev)."),
        .trait(name: "PostgreSQL", description: "adapty-migrate store postgres:…; needs libpq (Debian: libpq-dev)."),
        .trait(
            name: "Gzip", description: "Files that end in .gz; needs zlib (Debian: zlib1g-dev)."
        ),
    ],
    dependencies: [
        // The name makes the identity independent of the folder the repository was cloned into.
        .package(name: "AdaptyMigration", path: "../.."),
        .package(
            name: "Stores", path: "../Stores",
            traits: Set(
                ["SQLite", "PostgreSQL", "Gzip"].map { .trait(name: $0, condition: .when(traits: [$0])) })
        ),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    ],
    targets: [
        .target(
            name: "AdaptyMigrateCommands",
            dependencies: [
                "CBuildCommit",
                .product(name: "AdaptyMigrationTools", package: "AdaptyMigration"),
                .product(name: "AdaptyMigrationTesting", package: "AdaptyMigration"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AdaptyMigrationStores", package: "Stores"),
                .product(name: "AdaptyMigrationFiles", package: "Stores"),
            ],
            resources: [.embedInCode("Report/Files")],
            swiftSettings: strict
        ),
        .target(name: "CBuildCommit", cSettings: commit.isEmpty ? [] : [.define("BUILD_COMMIT", to: "\"\(commit)\"")]),
        .executableTarget(
            name: "adapty-migrate", dependencies: ["AdaptyMigrateCommands"], swiftSettings: strict),
        // Says how the tool is linked, which does not concern the tests that are linked with its main file.
        .target(name: "ToolLinking", linkerSettings: linking),
        .testTarget(
            name: "AdaptyMigrateCommandsTests",
            dependencies: [
                "AdaptyMigrateCommands",
                "adapty-migrate",
                .product(name: "AdaptyMigrationTools", package: "AdaptyMigration"),
                .product(name: "AdaptyMigrationFiles", package: "Stores"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AdaptyMigrationSQL", package: "Stores"),
                .product(
                    name: "FaultPoints", package: "Stores", condition: .when(platforms: [.linux], traits: ["SQLite"])),
            ],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

/// An app that uses this library beside Adapty's SDK and Fluent. The targets `Adapty` and `FluentKit` have the names of
/// those packages and nothing else: the app shows that they can be told apart.
let package = Package(
    name: "BesideAdapty",
    platforms: [.macOS(.v10_15)],
    products: [.executable(name: "beside-adapty", targets: ["app"])],
    dependencies: [.package(name: "AdaptyMigration", path: "../..")],
    targets: [
        .target(name: "Adapty"),
        .target(name: "FluentKit"),
        .executableTarget(
            name: "app",
            dependencies: [
                "Adapty", "FluentKit", .product(name: "AdaptyMigration", package: "AdaptyMigration"),
                .product(name: "AdaptyStoredUpgrade", package: "AdaptyMigration"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

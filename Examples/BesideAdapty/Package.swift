// swift-tools-version: 6.2
import PackageDescription

/// An app that uses this library beside Adapty's SDK. The target `Adapty` has the SDK's names and nothing else: the app
/// shows that both can be told apart.
let package = Package(
    name: "BesideAdapty",
    platforms: [.macOS(.v10_15)],
    products: [.executable(name: "beside-adapty", targets: ["app"])],
    dependencies: [.package(name: "AdaptyMigration", path: "../..")],
    targets: [
        .target(name: "Adapty"),
        .executableTarget(
            name: "app",
            dependencies: [
                "Adapty", .product(name: "AdaptyMigration", package: "AdaptyMigration"),
                .product(name: "AdaptyStoredUpgrade", package: "AdaptyMigration"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

func toolbox(_ product: String) -> Target.Dependency {
  .product(name: product, package: "Toolbox")
}

let package = Package(
  name: "Anchor",
  products: [.library(name: "AnchorModel", targets: ["AnchorModel"])],
  dependencies: [.package(path: "../../Toolbox")],
  targets: [
    .target(name: "AnchorModel", swiftSettings: strict),
    .target(
      name: "AnchorImport", dependencies: ["AnchorModel", toolbox("ToolboxJSON")],
      swiftSettings: strict),

    .testTarget(
      name: "AnchorModelTests", dependencies: ["AnchorModel"], swiftSettings: strict),
    .testTarget(
      name: "AnchorImportTests",
      dependencies: [
        "AnchorImport", "AnchorModel", toolbox("ToolboxCrypto"), toolbox("ToolboxJSON"),
      ],
      swiftSettings: strict),
  ]
)

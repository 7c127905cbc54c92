// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
  name: "HubContracts",
  products: [.library(name: "HubContracts", targets: ["HubContracts"])],
  dependencies: [.package(path: "../Toolbox")],
  targets: [
    .target(
      name: "HubContracts",
      dependencies: [.product(name: "ToolboxJSON", package: "Toolbox")],
      swiftSettings: strict),
    .testTarget(
      name: "HubContractsTests",
      dependencies: ["HubContracts", .product(name: "ToolboxJSON", package: "Toolbox")],
      resources: [.copy("Fixtures")],
      swiftSettings: strict),
  ]
)

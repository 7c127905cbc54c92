// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
  name: "WebInterface",
  products: [.library(name: "WebInterface", targets: ["WebInterface"])],
  dependencies: [.package(path: "../Toolbox")],
  targets: [
    .target(
      name: "WebInterface",
      dependencies: [.product(name: "ToolboxHTTP", package: "Toolbox")],
      // Compiled into the binary: an app is one file, and no page depends on a folder.
      resources: [.embedInCode("Resources")],
      swiftSettings: strict),
    .testTarget(
      name: "WebInterfaceTests",
      dependencies: ["WebInterface", .product(name: "ToolboxHTTP", package: "Toolbox")],
      swiftSettings: strict),
  ]
)

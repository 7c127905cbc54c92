// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
  name: "Anchor",
  products: [.library(name: "AnchorModel", targets: ["AnchorModel"])],
  targets: [
    .target(name: "AnchorModel", swiftSettings: strict),
    .testTarget(
      name: "AnchorModelTests", dependencies: ["AnchorModel"], swiftSettings: strict),
  ]
)

// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

func toolbox(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: "Toolbox\($0)", package: "Toolbox") }
}

func hub(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: "Hub\($0)", package: "Hub") }
}

let package = Package(
  name: "Isolation",
  dependencies: [
    .package(path: "../../Toolbox"), .package(path: "../../HubContracts"),
    .package(path: "../../WebInterface"), .package(path: "../../Hub"),
  ],
  targets: [
    .testTarget(
      name: "IsolationTests",
      dependencies: [
        .product(name: "HubContracts", package: "HubContracts"),
        .product(name: "WebInterface", package: "WebInterface"),
      ] + hub("Core", "HTTP", "StorageSQLite", "Testing", "Web")
        + toolbox("Crypto", "HTTP", "SQLite"),
      swiftSettings: strict)
  ]
)

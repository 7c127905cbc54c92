// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

func toolbox(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: "Toolbox\($0)", package: "Toolbox") }
}

let contracts: Target.Dependency = .product(name: "HubContracts", package: "HubContracts")

let package = Package(
  name: "ServiceBinding",
  products: [
    .library(name: "ServiceBinding", targets: ["ServiceBinding"]),
    .library(name: "ServiceConformance", targets: ["ServiceConformance"]),
    .executable(name: "service-check", targets: ["ServiceCheckMain"]),
  ],
  dependencies: [.package(path: "../Toolbox"), .package(path: "../HubContracts")],
  targets: [
    .target(
      name: "ServiceBinding",
      dependencies: [contracts] + toolbox("Crypto", "HTTP", "HTTPClient", "JSON", "Locks"),
      swiftSettings: strict),
    .target(
      name: "ServiceConformance",
      dependencies: [contracts] + toolbox("Crypto", "HTTP", "HTTPClient", "JSON"),
      swiftSettings: strict),
    .executableTarget(
      name: "ServiceCheckMain",
      dependencies: ["ServiceConformance", contracts]
        + toolbox("CommandLine", "Crypto", "HTTPClient", "JSON"),
      swiftSettings: strict),
    .testTarget(
      name: "ServiceBindingTests",
      dependencies: ["ServiceBinding", "ServiceConformance", contracts]
        + toolbox("Crypto", "HTTP", "HTTPClient", "JSON", "Locks"),
      swiftSettings: strict),
  ]
)

// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

func toolbox(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: "Toolbox\($0)", package: "Toolbox") }
}

let binding: [Target.Dependency] = [
  .product(name: "ServiceBinding", package: "ServiceBinding"),
  .product(name: "HubContracts", package: "HubContracts"),
]

let package = Package(
  name: "Outings",
  products: [.executable(name: "outings", targets: ["OutingsMain"])],
  dependencies: [
    .package(path: "../../ServiceBinding"), .package(path: "../../HubContracts"),
    .package(path: "../../Toolbox"),
  ],
  targets: [
    .target(
      name: "Outings",
      dependencies: binding + toolbox("Crypto", "HTTP", "HTTPClient", "SQLite"),
      swiftSettings: strict),
    .executableTarget(
      name: "OutingsMain",
      dependencies: ["Outings"] + binding
        + toolbox("CommandLine", "Crypto", "HTTPClient", "HTTPServer"),
      swiftSettings: strict),
    .testTarget(
      name: "OutingsTests",
      dependencies: ["Outings"] + binding + [
        .product(name: "ServiceConformance", package: "ServiceBinding")
      ] + toolbox("Crypto", "HTTP", "HTTPClient"),
      swiftSettings: strict),
  ]
)

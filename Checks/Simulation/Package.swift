// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

func toolbox(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: "Toolbox\($0)", package: "Toolbox") }
}

let contracts: Target.Dependency = .product(name: "HubContracts", package: "HubContracts")

let package = Package(
  name: "Simulation",
  products: [.executable(name: "simulate", targets: ["SimulateMain"])],
  dependencies: [
    .package(path: "../../Toolbox"), .package(path: "../../HubContracts"),
    .package(path: "../../PersonalSyncKit"), .package(path: "../../Hub"),
  ],
  targets: [
    .target(
      name: "Simulation",
      dependencies: [
        contracts,
        .product(name: "PersonalSyncTesting", package: "PersonalSyncKit"),
        .product(name: "HubCore", package: "Hub"), .product(name: "HubHTTP", package: "Hub"),
        .product(name: "HubTesting", package: "Hub"),
      ] + toolbox("HTTP", "HTTPClient", "Crypto", "Locks"),
      swiftSettings: strict),
    .executableTarget(
      name: "SimulateMain",
      dependencies: [
        "Simulation", .product(name: "PersonalSyncTesting", package: "PersonalSyncKit"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "Simulation", contracts,
        .product(name: "PersonalSyncKit", package: "PersonalSyncKit"),
        .product(name: "PersonalSyncTesting", package: "PersonalSyncKit"),
      ] + toolbox("SQLite"),
      swiftSettings: strict),
  ]
)

// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

func toolbox(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: "Toolbox\($0)", package: "Toolbox") }
}

let package = Package(
  name: "Crashes",
  products: [.executable(name: "crashes", targets: ["CrashesMain"])],
  dependencies: [
    .package(path: "../../Toolbox"), .package(path: "../../HubContracts"),
    .package(path: "../../PersonalSyncKit"),
  ],
  targets: [
    .target(
      name: "Crashes",
      dependencies: [
        .product(name: "HubContracts", package: "HubContracts"),
        .product(name: "PersonalSyncKit", package: "PersonalSyncKit"),
        .product(name: "PersonalSyncTesting", package: "PersonalSyncKit"),
      ]
        + toolbox(
          "SQLite", "SQLiteTesting", "Crypto", "HTTP", "HTTPClient", "HTTPServer", "Locks"),
      swiftSettings: strict),
    .executableTarget(
      name: "CrashesMain", dependencies: ["Crashes"], swiftSettings: strict),
  ]
)

// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

func toolbox(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: "Toolbox\($0)", package: "Toolbox") }
}

let contracts: Target.Dependency = .product(name: "HubContracts", package: "HubContracts")

let package = Package(
  name: "PersonalSyncKit",
  products: [
    .library(name: "PersonalSyncKit", targets: ["PersonalSyncKit"]),
    .library(name: "PersonalSyncKeyring", targets: ["PersonalSyncKeyring"]),
    .library(name: "PersonalSyncSealed", targets: ["PersonalSyncSealed"]),
    .library(name: "PersonalSyncTesting", targets: ["PersonalSyncTesting"]),
  ],
  dependencies: [.package(path: "../Toolbox"), .package(path: "../HubContracts")],
  targets: [
    .target(
      name: "PersonalSyncKit",
      dependencies: ["PersonalSyncSealed", contracts]
        + toolbox("SQLite", "JSON", "Crypto", "HTTP", "HTTPClient", "Locks"),
      swiftSettings: strict),
    // Apart, so that who keeps secrets elsewhere needs no D-Bus.
    .target(
      name: "PersonalSyncKeyring",
      dependencies: ["PersonalSyncKit"] + toolbox("Crypto", "JSON", "Locks", "SecretService"),
      swiftSettings: strict),
    // Apart, because it is values only: no store, no network.
    .target(
      name: "PersonalSyncSealed", dependencies: [contracts] + toolbox("Crypto"),
      swiftSettings: strict),
    .target(
      name: "PersonalSyncTesting",
      dependencies: ["PersonalSyncKit", "PersonalSyncSealed", contracts]
        + toolbox("SQLite", "SQLiteTesting", "JSON", "Crypto", "HTTP", "HTTPClient", "Locks"),
      swiftSettings: strict),
    .testTarget(
      name: "PersonalSyncKitTests",
      dependencies: ["PersonalSyncKit", "PersonalSyncSealed", "PersonalSyncTesting", contracts]
        + toolbox("SQLite", "SQLiteTesting", "JSON", "Crypto", "HTTP", "HTTPClient", "Locks"),
      swiftSettings: strict),
    .testTarget(
      name: "PersonalSyncSealedTests",
      dependencies: ["PersonalSyncSealed", "PersonalSyncTesting", contracts]
        + toolbox("Crypto", "JSON"),
      swiftSettings: strict),
    .testTarget(
      name: "PersonalSyncKeyringTests",
      dependencies: ["PersonalSyncKeyring", "PersonalSyncKit", contracts]
        + toolbox("SecretService", "Crypto", "Locks"),
      swiftSettings: strict),
  ]
)

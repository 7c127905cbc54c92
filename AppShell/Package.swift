// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

func toolbox(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: "Toolbox\($0)", package: "Toolbox") }
}

let shared: [Target.Dependency] =
  toolbox(
    "CommandLine", "Crypto", "HTTP", "HTTPClient", "HTTPServer", "JSON", "Locks",
    "SecretService", "SQLite")
  + [
    .product(name: "HubContracts", package: "HubContracts"),
    .product(name: "PersonalSyncKit", package: "PersonalSyncKit"),
    .product(name: "PersonalSyncKeyring", package: "PersonalSyncKit"),
    .product(name: "PersonalSyncSealed", package: "PersonalSyncKit"),
    .product(name: "WebInterface", package: "WebInterface"),
  ]

let testing: Target.Dependency =
  .product(name: "PersonalSyncTesting", package: "PersonalSyncKit")

let package = Package(
  name: "AppShell",
  products: [
    .library(name: "AppShell", targets: ["AppShell"]),
    .library(name: "AppShellTesting", targets: ["AppShellTesting"]),
  ],
  dependencies: [
    .package(path: "../Toolbox"), .package(path: "../HubContracts"),
    .package(path: "../PersonalSyncKit"), .package(path: "../WebInterface"),
  ],
  targets: [
    .target(name: "AppShell", dependencies: shared, swiftSettings: strict),
    .target(
      name: "AppShellTesting", dependencies: ["AppShell", testing] + shared,
      swiftSettings: strict),
    .testTarget(
      name: "AppShellTests", dependencies: ["AppShell", "AppShellTesting", testing] + shared,
      swiftSettings: strict),
  ]
)

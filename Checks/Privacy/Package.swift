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
  name: "Privacy",
  dependencies: [
    .package(path: "../../Toolbox"), .package(path: "../../HubContracts"),
    .package(path: "../../PersonalSyncKit"), .package(path: "../../WebInterface"),
    .package(path: "../../AppShell"), .package(path: "../../Apps/Anchor"),
    .package(path: "../../Hub"),
  ],
  targets: [
    .testTarget(
      name: "PrivacyTests",
      dependencies: [
        .product(name: "HubContracts", package: "HubContracts"),
        .product(name: "PersonalSyncTesting", package: "PersonalSyncKit"),
        .product(name: "WebInterface", package: "WebInterface"),
        .product(name: "AppShell", package: "AppShell"),
        .product(name: "AppShellTesting", package: "AppShell"),
        .product(name: "Anchor", package: "Anchor"),
      ] + hub("Core", "HTTP", "Testing", "Web")
        + toolbox("CommandLine", "Crypto", "HTTP", "HTTPClient", "JSON", "Locks"),
      swiftSettings: strict)
  ]
)

// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

func toolbox(_ products: String...) -> [Target.Dependency] {
  products.map { .product(name: "Toolbox\($0)", package: "Toolbox") }
}

let shell: Target.Dependency = .product(name: "AppShell", package: "AppShell")
let contracts: Target.Dependency = .product(name: "HubContracts", package: "HubContracts")
let kit: Target.Dependency = .product(name: "PersonalSyncKit", package: "PersonalSyncKit")
let web: Target.Dependency = .product(name: "WebInterface", package: "WebInterface")

let package = Package(
  name: "Anchor",
  products: [
    .library(name: "AnchorModel", targets: ["AnchorModel"]),
    .library(name: "Anchor", targets: ["Anchor"]),
    .executable(name: "anchor", targets: ["AnchorMain"]),
  ],
  dependencies: [
    .package(path: "../../Toolbox"), .package(path: "../../HubContracts"),
    .package(path: "../../PersonalSyncKit"), .package(path: "../../WebInterface"),
    .package(path: "../../AppShell"),
  ],
  targets: [
    .target(name: "AnchorModel", swiftSettings: strict),
    .target(
      name: "AnchorImport", dependencies: ["AnchorModel", "AnchorExport"] + toolbox("CSV", "JSON"),
      swiftSettings: strict),
    .target(
      name: "AnchorExport", dependencies: ["AnchorModel"] + toolbox("CSV", "JSON"),
      swiftSettings: strict),
    .target(
      name: "Anchor",
      dependencies: ["AnchorModel", "AnchorImport", "AnchorExport", shell, contracts, kit, web]
        + toolbox("CommandLine", "Crypto", "HTTP", "JSON", "SQLite"),
      // Compiled into the binary: the app is one file.
      resources: [.embedInCode("Resources")],
      swiftSettings: strict),
    .executableTarget(name: "AnchorMain", dependencies: ["Anchor"], swiftSettings: strict),

    .testTarget(
      name: "AnchorModelTests", dependencies: ["AnchorModel"], swiftSettings: strict),
    .testTarget(
      name: "AnchorImportTests",
      dependencies: ["AnchorExport", "AnchorImport", "AnchorModel"]
        + toolbox("CSV", "Crypto", "JSON"),
      swiftSettings: strict),
    .testTarget(
      name: "AnchorExportTests", dependencies: ["AnchorExport", "AnchorModel"],
      swiftSettings: strict),
    .testTarget(
      name: "AnchorTests",
      dependencies: [
        "Anchor", "AnchorExport", "AnchorImport", "AnchorModel", shell, contracts, kit,
        .product(name: "AppShellTesting", package: "AppShell"),
        .product(name: "PersonalSyncSealed", package: "PersonalSyncKit"),
        .product(name: "PersonalSyncTesting", package: "PersonalSyncKit"),
      ] + toolbox("CommandLine", "Crypto", "HTTP", "JSON", "Locks", "SQLite"),
      swiftSettings: strict),
  ]
)

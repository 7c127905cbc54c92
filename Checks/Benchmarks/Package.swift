// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

func toolbox(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: "Toolbox\($0)", package: "Toolbox") }
}

let contracts: Target.Dependency = .product(name: "HubContracts", package: "HubContracts")

let package = Package(
  name: "Benchmarks",
  products: [.executable(name: "benchmarks", targets: ["BenchmarksMain"])],
  dependencies: [
    .package(path: "../../Toolbox"), .package(path: "../../HubContracts"),
    .package(path: "../../PersonalSyncKit"), .package(path: "../../Hub"),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLiteRaw", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "Benchmarks",
      dependencies: [
        "CSQLiteRaw", contracts,
        .product(name: "PersonalSyncKit", package: "PersonalSyncKit"),
        .product(name: "PersonalSyncSealed", package: "PersonalSyncKit"),
        .product(name: "PersonalSyncTesting", package: "PersonalSyncKit"),
        .product(name: "HubCore", package: "Hub"), .product(name: "HubHTTP", package: "Hub"),
        .product(name: "HubStorageSQLite", package: "Hub"),
        .product(name: "HubWeb", package: "Hub"),
        .product(name: "HubTesting", package: "Hub"),
      ] + toolbox("HTTP", "HTTPClient", "HTTPServer", "SQLite", "Crypto", "Locks"),
      swiftSettings: strict),
    .executableTarget(
      name: "BenchmarksMain", dependencies: ["Benchmarks"], swiftSettings: strict),
  ]
)

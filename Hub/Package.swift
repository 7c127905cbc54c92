// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

func toolbox(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: "Toolbox\($0)", package: "Toolbox") }
}

let contracts: Target.Dependency = .product(name: "HubContracts", package: "HubContracts")
let webInterface: Target.Dependency = .product(name: "WebInterface", package: "WebInterface")

let package = Package(
  name: "Hub",
  products: [
    .library(name: "HubCore", targets: ["HubCore"]),
    .library(name: "HubStorageSQLite", targets: ["HubStorageSQLite"]),
    .library(name: "HubArchive", targets: ["HubArchive"]),
    .library(name: "HubHTTP", targets: ["HubHTTP"]),
    .library(name: "HubWeb", targets: ["HubWeb"]),
    .library(name: "HubTesting", targets: ["HubTesting"]),
    .executable(name: "hub", targets: ["HubMain"]),
  ],
  dependencies: [
    .package(path: "../Toolbox"), .package(path: "../HubContracts"),
    .package(path: "../WebInterface"),
  ],
  targets: [
    .target(
      name: "HubCore", dependencies: [contracts] + toolbox("Crypto", "JSON", "Locks"),
      swiftSettings: strict),
    .target(
      name: "HubStorageSQLite",
      dependencies: ["HubCore", contracts] + toolbox("SQLite", "Crypto", "JSON", "Locks"),
      swiftSettings: strict),
    .target(
      name: "HubArchive",
      dependencies: ["HubCore", contracts] + toolbox("Archive", "Crypto", "JSON"),
      swiftSettings: strict),
    .target(
      name: "HubHTTP",
      dependencies: ["HubCore", contracts, webInterface]
        + toolbox("HTTP", "JSON", "Crypto", "Locks"),
      swiftSettings: strict),
    .target(
      name: "HubWeb",
      dependencies: ["HubArchive", "HubCore", "HubHTTP", contracts, webInterface]
        + toolbox("Crypto", "HTTP", "JSON", "Locks", "QRCode"),
      // Compiled into the binary: no page depends on a folder.
      resources: [.embedInCode("Resources")],
      swiftSettings: strict),
    .systemLibrary(name: "CSpawn"),
    .target(
      name: "HubProgram",
      dependencies: [
        "CSpawn", "HubCore", "HubStorageSQLite", "HubArchive", "HubHTTP", "HubWeb", contracts,
        webInterface,
      ]
        + toolbox(
          "CommandLine", "Crypto", "HTTP", "HTTPClient", "HTTPServer", "JSON", "SQLite", "Locks"),
      swiftSettings: strict),
    .executableTarget(
      name: "HubMain", dependencies: ["HubProgram"], swiftSettings: strict),
    // What tests here and the simulation stand on.
    .target(
      name: "HubTesting",
      dependencies: ["HubCore", "HubStorageSQLite", "HubHTTP", contracts, webInterface]
        + toolbox("Crypto", "HTTP", "JSON", "SQLite", "Locks"),
      swiftSettings: strict),
    .testTarget(
      name: "HubCoreTests",
      dependencies: ["HubCore", "HubStorageSQLite", "HubTesting", contracts]
        + toolbox("Crypto", "Locks"),
      swiftSettings: strict),
    .testTarget(
      name: "HubStorageSQLiteTests",
      dependencies: ["HubCore", "HubStorageSQLite", "HubTesting", contracts]
        + toolbox("Crypto", "Locks", "SQLite", "SQLiteTesting"),
      // Read where they are: a test copies a store before it opens it.
      exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "HubArchiveTests",
      dependencies: ["HubArchive", "HubCore", "HubStorageSQLite", "HubTesting", contracts]
        + toolbox("Archive", "Crypto", "JSON", "SQLite"),
      swiftSettings: strict),
    .testTarget(
      name: "HubHTTPTests",
      dependencies: [
        "HubCore", "HubStorageSQLite", "HubHTTP", "HubTesting", contracts, webInterface,
      ]
        + toolbox("Crypto", "HTTP", "JSON", "Locks"),
      swiftSettings: strict),
    .testTarget(
      name: "HubWebTests",
      dependencies: [
        "HubArchive", "HubCore", "HubStorageSQLite", "HubHTTP", "HubTesting", "HubWeb", contracts,
        webInterface,
      ]
        + toolbox("Crypto", "HTTP", "JSON", "SQLite"),
      swiftSettings: strict),
    .testTarget(
      name: "HubProgramTests",
      dependencies: [
        "HubProgram", "HubCore", "HubArchive", "HubStorageSQLite", "HubHTTP", "HubTesting",
        "HubWeb", contracts, webInterface,
      ]
        + toolbox(
          "CommandLine", "Crypto", "HTTP", "HTTPClient", "HTTPServer", "JSON", "SQLite", "Locks"),
      swiftSettings: strict),
  ]
)

// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.target(name: name)] + dependencies,
    swiftSettings: strict)
}

let libraries = [
  "ToolboxLocks", "ToolboxJSON", "ToolboxSQLite", "ToolboxSQLiteTesting", "ToolboxCrypto",
  "ToolboxHTTP", "ToolboxHTTPServer", "ToolboxHTTPClient", "ToolboxCommandLine", "ToolboxQRCode",
  "ToolboxSecretService", "ToolboxArchive", "ToolboxCSV",
]

let package = Package(
  name: "Toolbox",
  products: libraries.map { .library(name: $0, targets: [$0]) },
  targets: [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(
      name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(
      name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(name: "CLinux"),

    library("ToolboxLocks"),
    library("ToolboxJSON"),
    library("ToolboxSQLite", ["CSQLite", "ToolboxLocks"]),
    library("ToolboxSQLiteTesting", ["CSQLite", "ToolboxLocks"]),
    library("ToolboxCrypto", ["COpenSSL", "CSodium"]),
    library("ToolboxHTTP"),
    library(
      "ToolboxHTTPServer", ["CMicrohttpd", "CLinux", "ToolboxHTTP", "ToolboxLocks"]),
    library("ToolboxHTTPClient", ["CCurl", "ToolboxHTTP", "ToolboxLocks"]),
    library("ToolboxCommandLine", ["ToolboxLocks"]),
    library("ToolboxQRCode", ["CQRencode"]),
    library("ToolboxSecretService", ["CSystemd"]),
    library("ToolboxArchive", ["CArchive"]),
    library("ToolboxCSV"),

    tests("ToolboxLocks"),
    tests("ToolboxJSON"),
    tests("ToolboxSQLite"),
    tests("ToolboxSQLiteTesting", ["ToolboxSQLite"]),
    tests("ToolboxCrypto"),
    tests("ToolboxHTTP"),
    tests("ToolboxHTTPServer", ["CLinux", "ToolboxHTTPClient", "ToolboxHTTP", "ToolboxLocks"]),
    tests("ToolboxHTTPClient", ["ToolboxHTTPServer", "ToolboxHTTP", "ToolboxLocks"]),
    tests("ToolboxCommandLine", ["ToolboxLocks"]),
    tests("ToolboxQRCode"),
    tests("ToolboxArchive"),
    tests("ToolboxCSV"),
  ]
)

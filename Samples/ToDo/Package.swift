// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let kit: [Target.Dependency] = [
  .product(name: "PersonalSyncKit", package: "PersonalSyncKit"),
  .product(name: "HubContracts", package: "HubContracts"),
  .product(name: "ToolboxSQLite", package: "Toolbox"),
]

let package = Package(
  name: "ToDo",
  products: [.executable(name: "todo", targets: ["ToDoMain"])],
  dependencies: [
    .package(path: "../../PersonalSyncKit"), .package(path: "../../HubContracts"),
    .package(path: "../../Toolbox"),
  ],
  targets: [
    .target(name: "ToDo", dependencies: kit, swiftSettings: strict),
    .executableTarget(
      name: "ToDoMain", dependencies: ["ToDo"] + kit, swiftSettings: strict),
    .testTarget(
      name: "ToDoTests",
      dependencies: ["ToDo"] + kit + [
        .product(name: "PersonalSyncTesting", package: "PersonalSyncKit"),
        .product(name: "ToolboxHTTPClient", package: "Toolbox"),
      ],
      swiftSettings: strict),
  ]
)

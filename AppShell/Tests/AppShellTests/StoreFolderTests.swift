import AppShell
import Testing

@Suite struct StoreFolderTests {
  @Test func `the folder that the person named wins`() throws {
    let folder = try StoreFolder.find(
      app: "anchor", asked: "/tmp/mine/",
      environment: ["XDG_DATA_HOME": "/data", "HOME": "/home/a"])

    #expect(folder.path == "/tmp/mine")
    #expect(folder.databasePath == "/tmp/mine/anchor.db")
    #expect(folder.isChosen)
  }

  @Test(arguments: [
    (["XDG_DATA_HOME": "/data", "HOME": "/home/a"], "/data/anchor"),
    (["XDG_DATA_HOME": "relative", "HOME": "/home/a"], "/home/a/.local/share/anchor"),
    (["XDG_DATA_HOME": "", "HOME": "/home/a"], "/home/a/.local/share/anchor"),
    (["HOME": "/home/a"], "/home/a/.local/share/anchor"),
  ])
  func `otherwise it is the data folder of the person`(
    environment: [String: String], path: String
  ) throws {
    let folder = try StoreFolder.find(app: "anchor", asked: nil, environment: environment)

    #expect(folder.path == path)
    #expect(!folder.isChosen)
  }

  @Test func `without a home and without a wish there is no folder`() {
    #expect(throws: StoreError.noFolder) {
      try StoreFolder.find(app: "anchor", asked: nil, environment: [:])
    }
  }
}

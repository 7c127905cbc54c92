import Testing

@testable import AppShell

/// Which program opens a page for the person.
@Suite struct BrowserCommandTests {
  private let page = "http://localhost:8080/oauth/authorize?state=a%20b&x=1;touch%20y"

  private func commands(_ environment: [String: String]) -> [BrowserCommand] {
    BrowserCommand.candidates(for: page, in: environment)
  }

  @Test func `the address is the last word of what BROWSER names, or stands where it says`() {
    let found = commands(["BROWSER": "firefox --new-window:links -g %s -x:lynx --url=%s"])

    #expect(
      found == [
        BrowserCommand(program: "firefox", words: ["--new-window", page]),
        BrowserCommand(program: "links", words: ["-g", page, "-x"]),
        BrowserCommand(program: "lynx", words: ["--url=" + page]),
      ])
  }

  @Test(arguments: ["DISPLAY", "WAYLAND_DISPLAY"])
  func `the desktop's own browser comes last, and only where there is a desktop`(name: String) {
    #expect(
      commands(["BROWSER": "firefox", name: ":0"]).map(\.program) == ["firefox", "xdg-open"])
    #expect(commands(["BROWSER": "firefox", name: ""]).map(\.program) == ["firefox"])
    #expect(commands([:]).isEmpty)
  }

  @Test func `no shell reads what BROWSER says`() {
    let found = commands(["BROWSER": "sh;touch $HOME/x"])

    #expect(found == [BrowserCommand(program: "sh;touch", words: ["$HOME/x", page])])
  }

  @Test func `a program without a path is looked for in each folder of PATH`() {
    let environment = ["PATH": "/usr/local/bin:/usr/bin"]

    #expect(
      BrowserCommand(program: "firefox", words: []).places(in: environment) == [
        "/usr/local/bin/firefox", "/usr/bin/firefox",
      ])
    #expect(
      BrowserCommand(program: "/opt/firefox", words: []).places(in: environment) == [
        "/opt/firefox"
      ])
  }
}

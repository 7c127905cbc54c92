import Testing

@testable import HubProgram

@Suite struct SettingsTextTests {
  func problem(_ text: String) -> SettingsProblem? {
    do { _ = try SettingsText.read(text) } catch { return error }
    return nil
  }

  @Test func `texts, numbers, truths and lists are read with their lines`() throws {
    let entries = try SettingsText.read(
      """
      # The Hub of the house.
      port = 8765   # anything free

      host='127.0.0.1'
      insecure-lan = true
      origin = [ "https://hub.example.org", 'https://hub.lan', 7 ]
      data = "C:\\\\ \\"#\\""
      app-page = []
      """)

    #expect(
      entries == [
        SettingsEntry(key: "port", value: .whole("8765"), line: 2),
        SettingsEntry(key: "host", value: .text("127.0.0.1"), line: 4),
        SettingsEntry(key: "insecure-lan", value: .truth(true), line: 5),
        SettingsEntry(
          key: "origin", value: .list(["https://hub.example.org", "https://hub.lan", "7"]),
          line: 6),
        SettingsEntry(key: "data", value: .text("C:\\ \"#\""), line: 7),
        SettingsEntry(key: "app-page", value: .list([]), line: 8),
      ])
  }

  @Test(arguments: [
    "port", "port 8765", "= 8765", "port =", "port = 0x10", "port = 010", "port = 1.5",
    "port = -1", "port = 8765 9", "host = 127.0.0.1", "host = \"127.0.0.1", "host = 'a",
    "host = \"a\" \"b\"", "host = \"\"\"a\"\"\"", "host = '''a'''", "host = \"a\\n\"",
    "host = \"a\\", "[serve]", "[[serve]]", "origin = [\"a\"", "origin = [\"a\" \"b\"]",
    "origin = [true]", "origin = [[\"a\"]]", "origin = [", "ho.st = 1", "ho\u{E4}st = 1",
    "host = \"\u{1B}[31m\"", "insecure-lan = True", "host = \"a\u{0}\"",
  ])
  func `what TOML does not know, or needs no Hub, is refused with its line`(line: String) {
    let problem = problem("# first\n\(line)\nport = 1")

    #expect(problem?.line == 2)
    #expect(problem?.words.contains("\u{1B}") == false)
  }

  @Test func `a setting that stands twice is refused with both lines`() {
    #expect(
      problem("port = 1\n\nport = 1")
        == SettingsProblem(
          line: 3, words: "port stands in line 1 already. Keep one of the two."))
  }

  @Test func `the ends of lines are those of any system`() throws {
    #expect(try SettingsText.read("port = 1\r\nhost = 'a'\r\n").map(\.line) == [1, 2])
  }
}

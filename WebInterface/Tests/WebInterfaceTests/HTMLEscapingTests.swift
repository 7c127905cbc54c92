import Testing

@testable import WebInterface

/// Strings that break out of careless pages.
private let hostile = [
  "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)",
  "</textarea><script>", "</title><svg onload=alert(1)>", "&lt;script&gt;", "&#60;", "]]>", "-->",
  "javascript:alert(1)", "`${alert(1)}`", "a\u{0}b", "\u{202E}gnp.exe", "line\nbreak\r\ttab",
  "\u{FEFF}\u{2028}", "🏳️‍🌈 e\u{301} \u{D7FF}", "\u{1}\u{1F}\u{7F}", "",
]

@Suite struct HTMLEscapingTests {
  @Test(arguments: hostile)
  func `text from outside stays text`(text: String) {
    let read = MiniParser(p(text, .title(text), .data("name", text)).markup)

    #expect(read.tags == ["p", "/p"])
    #expect(read.attributeNames == ["title", "data-name"])
    #expect(read.texts.joined() == text.withoutControls)
    #expect(read.attributeValues == [text.withoutControls, text.withoutControls])
  }

  @Test(arguments: hostile)
  func `interpolated text is escaped and interpolated elements are kept`(text: String) {
    let read = MiniParser(p("a \(text) b \(strong(text)) \(7)", .class("x"), .required).markup)
    let inClosure = MiniParser(p { "a \(text) b \(strong("\(text)", .id("i"))) \(7)" }.markup)

    #expect(read.tags == ["p", "strong", "/strong", "/p"])
    #expect(
      read.texts.joined() == "a \(text.withoutControls) b \(text.withoutControls) 7")
    #expect(inClosure.tags == read.tags && inClosure.texts == read.texts)
  }

  @Test func `random bytes never make an element`() {
    var dice = Dice(seed: 7)
    let alphabet = Array("<>&\"'/=! abcscriptimgonload-\u{0}\r\n;#x".unicodeScalars)
    for _ in 0..<2_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<dice.next(below: 40) { text.append(alphabet[dice.next(below: alphabet.count)]) }

      let read = MiniParser(p(String(text), .class(String(text))).markup)

      #expect(read.tags == ["p", "/p"])
      #expect(read.attributeNames == ["class"])
      #expect(read.texts.joined() == String(text).withoutControls)
    }
  }

  @Test func `a control of a form cannot be closed by its value`() {
    let area = field("Note", "note", .lines(3)) { $0.value = "</textarea><b>" }

    #expect(!area.markup.contains("<b>"))
    #expect(area.markup.contains("&lt;/textarea&gt;&lt;b&gt;</textarea>"))
  }

  @Test func `a leading line break of a text area is kept`() {
    let area = field("Note", "note", .lines(3)) { $0.value = "\nsecond line" }

    #expect(area.markup.contains(">\n\nsecond line</textarea>"))
  }

  @Test func `every family page is free of inline script and style`() {
    let site = Site(.hub, headers: SecurityHeaders(isOverTLS: true))
    let markup = String(decoding: Page("A", on: site) { p("b") }.bytes, as: UTF8.self)

    let read = MiniParser(markup)

    #expect(!read.attributeNames.contains("style"))
    #expect(!read.attributeNames.contains { $0.hasPrefix("on") })
    #expect(!read.tags.contains("style"))
    #expect(!markup.contains("javascript:"))
    #expect(!markup.contains("http://") && !markup.contains("https://"))
  }
}

@Suite struct HTMLTreeTests {
  @Test func `pages read from top to bottom`() {
    let names = ["Ada", "Grace"]
    let isLate = true
    let page = section(.class("week")) {
      h2("This week")
      if isLate { p("Late.", .class("quiet")) } else { p("In time.") }
      ul { for name in names { li(name) } }
      if let last = names.last { last }
    }

    #expect(
      page.markup == "<section class=\"week\"><h2>This week</h2><p class=\"quiet\">Late.</p>"
        + "<ul><li>Ada</li><li>Grace</li></ul>Grace</section>")
  }

  @Test func `a boolean attribute stands without a value or not at all`() {
    let on = HTML.element("input", [.required, .checked(true), .disabled(false)])

    #expect(on.markup == "<input required checked>")
  }

  @Test func `classes given twice are joined and of other attributes the last counts`() {
    let twice = p("x", .class("a"), .id("one"), .class("b", "c"), .id("two"))

    #expect(twice.markup == "<p class=\"a b c\" id=\"two\">x</p>")
  }

  @Test func `an attribute that does not hold is not written`() {
    #expect(
      p("x", .when(false, .class("a")), .when(true, .class("b"))).markup == "<p class=\"b\">x</p>")
  }

  @Test func `nothing but empty text counts as empty`() {
    #expect(HTML.empty.isEmpty && HTML("").isEmpty && HTML([HTML(""), .empty]).isEmpty)
    #expect(!HTML(" ").isEmpty && !br().isEmpty)
  }

  @Test func `only our own source names attributes`() async {
    await #expect(processExitsWith: .failure) { _ = Attribute.data("x onload", "1") }
    await #expect(processExitsWith: .failure) { _ = Attribute.aria("", "1") }
  }

  @Test func `drawings write at most two decimals`() {
    #expect(SVG.number(33.3333) == "33.33" && SVG.number(-0.001) == "0" && SVG.number(5) == "5")
  }
}

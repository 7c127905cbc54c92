import Testing

@testable import WebInterface

@Suite struct FieldLabellingTests {
  @Test func `a control is tied to its label, hint and error`() {
    let markup = field("Name", "who") {
      $0.hint = "As on the list."
      $0.error = "Not on the list."
    }.markup

    #expect(markup.contains("<label for=\"field-who\">Name</label>"))
    #expect(markup.contains("aria-describedby=\"field-who-hint field-who-error\""))
    #expect(markup.contains("aria-invalid=\"true\""))
    #expect(markup.contains("id=\"field-who-hint\"") && markup.contains("id=\"field-who-error\""))
  }

  @Test func `a field without hint or error describes nothing`() {
    let markup = field("Name", "who").markup

    #expect(!markup.contains("aria-"))
    #expect(markup.contains(" required"))
  }

  @Test func `an optional field says so`() {
    let markup = field("Name", "who") { $0.isRequired = false }.markup

    #expect(markup.contains("optional"))
    #expect(!markup.contains(" required"))
  }

  @Test func `password fields tell password stores which password is meant`() {
    #expect(field("P", "p", .password).markup.contains("autocomplete=\"current-password\""))
    #expect(field("P", "p", .newPassword).markup.contains("autocomplete=\"new-password\""))
    #expect(field("C", "c", .oneTimeCode).markup.contains("autocomplete=\"one-time-code\""))
  }

  @Test func `the chosen option is the selected one`() {
    let options = [Field.Option("a", "Alpha"), Field.Option("b", "Beta")]
    let choice = field("K", "k", .choice(options)) { $0.value = "b" }.markup
    let radios = field("K", "k", .radios(options)) { $0.value = "b" }.markup

    #expect(choice.contains("<option value=\"b\" selected>Beta</option>"))
    #expect(!choice.contains("value=\"a\" selected"))
    #expect(radios.contains("value=\"b\" required checked"))
    #expect(radios.contains("<legend>K</legend>"))
  }

  @Test func `a long list of options stands under headings`() {
    let groups = [
      Field.OptionGroup("Europe", [.init("Europe/Paris", "Paris")]),
      Field.OptionGroup("Africa", [.init("Africa/Lagos", "Lagos")]),
    ]
    let markup = field("Zone", "zone", .groupedChoice(groups)) { $0.value = "Africa/Lagos" }.markup

    #expect(
      markup.contains(
        "<optgroup label=\"Africa\"><option value=\"Africa/Lagos\" selected>Lagos</option></optgroup>"
      ))
    #expect(markup.contains("<option value=\"Europe/Paris\">Paris</option>"))
  }

  @Test func `a file field offers the kinds of file that are read`() {
    #expect(field("F", "f", .file(accept: ".csv")).markup.contains("accept=\".csv\""))
  }
}

@Suite struct FormAndMessageTests {
  @Test func `a form goes to our own page`() {
    let markup = form(to: "/sign-in") { button("Sign in", name: "act", value: "in") }.markup

    #expect(markup.hasPrefix("<form method=\"post\" action=\"/sign-in\">"))
    #expect(markup.contains("type=\"submit\""))
    #expect(markup.contains("name=\"act\" value=\"in\""))
  }

  @Test func `an act of one button carries its values hidden`() {
    let markup = actionButton("Done", to: "/done", values: [("session", "a\"b")]).markup

    #expect(markup.contains("<input type=\"hidden\" name=\"session\" value=\"a&quot;b\">"))
  }

  @Test(arguments: Tone.allCases)
  func `what is urgent is announced`(tone: Tone) {
    let isUrgent = tone == .bad || tone == .caution

    #expect(notice(tone, "T").markup.contains("role=\"alert\"") == isUrgent)
  }

  @Test func `a figure that is not known is never a zero`() {
    let markup = figure("Energy", nil, unit: "kcal").markup

    #expect(markup.contains("not known"))
    #expect(!markup.contains("0") && !markup.contains("kcal"))
  }

  @Test func `a code is read out letter by letter`() {
    #expect(userCode("Code", "WD-B").markup.contains("W D - B"))
  }

  @Test func `a table names itself, its columns and its rows`() {
    let markup = dataTable(
      "Sessions of \(strong("Ada"))", columns: [.text("Day"), .number("Minutes")],
      rows: [["Monday", "95"]]
    ).markup

    #expect(markup.contains("aria-label=\"Sessions of Ada\""))
    #expect(markup.contains("<th scope=\"col\" class=\"number\">Minutes</th>"))
    #expect(markup.contains("<th scope=\"row\">Monday</th><td class=\"number\">95</td>"))
  }

  @Test func `a row with a missing cell stops the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = dataTable("T", columns: [.text("A"), .text("B")], rows: [["1"]])
    }
  }

  @Test func `a timeline says whose entry it is`() {
    let list = TimelineList([.init(at: "09:20", "2026-11-30T09:20", "Focus", brand: .anchor)])

    #expect(list.html.markup.contains("Anchor: "))
    #expect(list.html.markup.contains("datetime=\"2026-11-30T09:20\""))
  }
}

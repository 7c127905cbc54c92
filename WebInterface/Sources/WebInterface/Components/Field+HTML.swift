/// A field; change what differs from the usual in the closure.
///
/// ```swift
/// field("Name of this device", "deviceName") {
///   $0.hint = "At most 40 characters."
///   $0.value = suggested
/// }
/// ```
public func field(
  _ label: String, _ name: String, _ kind: Field.Kind = .text,
  change: (inout Field) -> Void = { _ in }
) -> HTML {
  var field = Field(label, name, kind)
  change(&field)
  return field.html
}

extension Field {
  public var html: HTML {
    switch kind {
    case .checkbox: checkbox
    case .radios(let options): radios(options)
    default: labelled
    }
  }

  private var id: String { "field-\(name)" }
  private var hintID: String { "\(id)-hint" }
  private var errorID: String { "\(id)-error" }

  private var labelled: HTML {
    div(.class("field")) {
      WebInterface.label(.for(id)) {
        label
        if !isRequired, !isSearch { span(" optional", .class("optional")) }
      }
      if !hint.isEmpty { p(hint, .class("hint"), .id(hintID)) }
      control
      errorLine
    }
  }

  private var checkbox: HTML {
    div(.class("field", "check")) {
      HTML.element("input", common + [.type("checkbox"), .checked(value == "on")])
      WebInterface.label(label, .for(id))
      if !hint.isEmpty { p(hint, .class("hint"), .id(hintID)) }
      errorLine
    }
  }

  private func radios(_ options: [Option]) -> HTML {
    fieldset(.class("field"), describedBy) {
      legend(label)
      if !hint.isEmpty { p(hint, .class("hint"), .id(hintID)) }
      for (place, option) in options.enumerated() {
        div(.class("check")) {
          HTML.element(
            "input",
            [
              .type("radio"), .name(name), .id("\(id)-\(place)"), .value(option.value),
              .required(isRequired), .checked(option.value == value),
            ])
          WebInterface.label(option.title, .for("\(id)-\(place)"))
        }
      }
      errorLine
    }
  }

  private var errorLine: HTML {
    if error.isEmpty { return .empty }
    return p(.class("field-error"), .id(errorID)) {
      Icon.warning.html
      span(error)
    }
  }

  private var describedBy: Attribute {
    let ids = [hint.isEmpty ? nil : hintID, error.isEmpty ? nil : errorID].compactMap { $0 }
    return .when(!ids.isEmpty, .aria("describedby", ids.joined(separator: " ")))
  }

  /// Nobody expects that one has to search.
  private var isSearch: Bool {
    if case .search = kind { true } else { false }
  }

  private var isSent: Bool {
    if case .unsentLines = kind { false } else { true }
  }

  private var common: [Attribute] {
    [
      .id(id), .when(isSent, .name(name)), .required(isRequired), describedBy,
      .when(!error.isEmpty, .aria("invalid", "true")),
    ] + attributes
  }

  private var control: HTML {
    switch kind {
    case .lines(let count):
      .element("textarea", common + [.rows(count)], HTML(value))
    case .unsentLines(let count):
      .element(
        "textarea",
        common + [
          .rows(count), .autocomplete("off"), Attribute("autocapitalize", "none"),
          Attribute("spellcheck", "false"),
        ], HTML(value))
    case .choice(let options):
      .element("select", common, HTML(options.map(item)))
    case .groupedChoice(let groups):
      .element(
        "select", common,
        HTML(
          groups.map { group in
            .element(
              "optgroup", [Attribute("label", group.title)], HTML(group.options.map(item)))
          }))
    default:
      .element("input", common + inputAttributes + [.when(!value.isEmpty, .value(value))])
    }
  }

  private func item(_ option: Option) -> HTML {
    .element(
      "option", [.value(option.value), .selected(option.value == value)], HTML(option.title))
  }

  private var inputAttributes: [Attribute] {
    switch kind {
    case .email: [.type("email"), .autocomplete("email")]
    case .search: [.type("search")]
    case .date: [.type("date")]
    case .time: [.type("time")]
    case .dateTime: [.type("datetime-local")]
    case .number(let min, let max, let step):
      [.type("number"), .inputmode(step == "1" ? "numeric" : "decimal"), .step(step)]
        + [min.map { .min($0) }, max.map { .max($0) }].compactMap { $0 }
    case .password: [.type("password"), .autocomplete("current-password")]
    case .newPassword: [.type("password"), .autocomplete("new-password")]
    case .userCode:
      [.type("text"), .autocomplete("off"), .class("code-input"), .maxlength(9)]
        + [Attribute("autocapitalize", "characters"), Attribute("spellcheck", "false")]
    case .oneTimeCode:
      [.type("text"), .autocomplete("one-time-code"), .inputmode("numeric"), .class("code-input")]
    case .file(let accept): [.type("file"), .accept(accept)]
    case .text, .lines, .unsentLines, .choice, .groupedChoice, .radios, .checkbox: [.type("text")]
    }
  }
}

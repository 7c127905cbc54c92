/// How much a button stands out.
public enum ButtonWeight: String, Sendable {
  /// The one that the page is for; at most one a form.
  case primary
  case plain
  case quiet
  /// Takes something away that does not come back by itself.
  case danger
}

/// A button that sends its form.
///
/// - `name`: sent with `value` when this button is the one pressed, for forms with several.
public func button(
  _ title: HTML, _ weight: ButtonWeight = .primary, icon: Icon? = nil,
  name: String? = nil, value: String = "", _ attributes: Attribute...
) -> HTML {
  let sending = name.map { [Attribute.name($0), .value(value)] } ?? []
  return .element(
    "button", [.type("submit"), .class("button", weight.rawValue)] + sending + attributes,
    icon?.html ?? .empty, span(title))
}

/// A link that looks like a button, for what leads somewhere and changes nothing.
public func buttonLink(
  _ title: HTML, to path: PagePath, _ weight: ButtonWeight = .plain, icon: Icon? = nil
) -> HTML {
  link(to: path, .class("button", weight.rawValue)) {
    icon?.html ?? .empty
    span(title)
  }
}

/// The same, leading to another of the person's own sites.
public func buttonLink(
  _ title: HTML, to path: PagePath, at site: SiteOrigin, _ weight: ButtonWeight = .plain,
  icon: Icon? = nil
) -> HTML {
  link(
    HTML([icon?.html ?? .empty, span(title)]), to: path, at: site,
    .class("button", weight.rawValue))
}

/// A form that is only a button: one act, one press.
public func actionButton(
  _ title: HTML, _ weight: ButtonWeight = .plain, icon: Icon? = nil, to path: PagePath,
  values: [(name: String, value: String)] = []
) -> HTML {
  form(to: path, .class("action")) {
    for item in values { hiddenInput(item.name, item.value) }
    button(title, weight, icon: icon)
  }
}

/// The buttons at the end of a form, the most important first.
public func formActions(@HTMLBuilder content: () -> HTML) -> HTML {
  div(.class("form-actions"), content: content)
}

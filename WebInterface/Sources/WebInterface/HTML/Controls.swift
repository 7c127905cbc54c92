import ToolboxHTTP

/// A link to a page of ours.
public func link(_ content: HTML, to path: PagePath, _ attributes: Attribute...) -> HTML {
  .element("a", attributes + [.href(path)], content)
}

@_disfavoredOverload
public func link(
  _ text: some StringProtocol, to path: PagePath, _ attributes: Attribute...
) -> HTML {
  .element("a", attributes + [.href(path)], HTML(text))
}

/// A link around several elements.
public func link(
  to path: PagePath, _ attributes: Attribute..., @HTMLBuilder content: () -> HTML
) -> HTML {
  .element("a", attributes + [.href(path)], content())
}

/// A link to an element of the same page.
public func link(_ content: HTML, toElement id: String, _ attributes: Attribute...) -> HTML {
  .element("a", attributes + [Attribute("href", "#" + PercentEncoding.encode(id))], content)
}

/// A link to another of the person's own sites, such as from the Hub to an app's page.
public func link(
  _ content: HTML, to path: PagePath, at site: SiteOrigin, _ attributes: Attribute...
) -> HTML {
  .element("a", attributes + [.href(path, at: site)], content)
}

/// How a form is sent: `get` changes nothing, `post` does.
public enum FormMethod: String, Sendable {
  case get
  case post
}

/// A form that is sent to a page of ours.
public func form(
  _ method: FormMethod = .post, to path: PagePath, _ attributes: Attribute...,
  @HTMLBuilder content: () -> HTML
) -> HTML {
  .element(
    "form", attributes + [Attribute("method", method.rawValue), Attribute("action", path.text)],
    content())
}

/// A form that may carry files.
public func uploadForm(
  to path: PagePath, _ attributes: Attribute..., @HTMLBuilder content: () -> HTML
) -> HTML {
  let sending = [
    Attribute("method", "post"), Attribute("action", path.text),
    Attribute("enctype", "multipart/form-data"),
  ]
  return .element("form", attributes + sending, content())
}

/// A value that the form carries without showing it.
public func hiddenInput(_ name: String, _ value: String) -> HTML {
  .element("input", [.type("hidden"), .name(name), .value(value)])
}

/// A picture from a page of ours.
///
/// - `alt`: what it tells; empty where it only decorates.
public func image(_ path: PagePath, alt: String, _ attributes: Attribute...) -> HTML {
  .element("img", attributes + [Attribute("src", path.text), Attribute("alt", alt)])
}

/// Text for screen readers only.
public func visuallyHidden(_ content: HTML) -> HTML {
  span(content, .class("visually-hidden"))
}

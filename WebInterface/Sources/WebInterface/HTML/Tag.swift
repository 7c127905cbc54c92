/// A kind of element that pages may use, called like a function.
///
/// ```swift
/// section(.class("week")) {
///   h2("This week")
///   p("Nothing planned yet.", .class("quiet"))
/// }
/// ```
///
/// Elements that could bring in script, style or foreign content have no tag; links, forms and
/// controls are functions, because they need an address or a name.
public struct Tag: Sendable {
  let name: String

  init(_ name: String) {
    self.name = name
  }

  public func callAsFunction(
    _ attributes: Attribute..., @HTMLBuilder content: () -> HTML
  ) -> HTML {
    .element(name, attributes, content())
  }

  public func callAsFunction(_ content: HTML, _ attributes: Attribute...) -> HTML {
    .element(name, attributes, content)
  }

  // Generic and disfavoured, so that a literal is HTML and may hold elements.
  @_disfavoredOverload
  public func callAsFunction(_ text: some StringProtocol, _ attributes: Attribute...) -> HTML {
    .element(name, attributes, HTML(text))
  }

  /// Without content.
  public func callAsFunction(_ attributes: Attribute...) -> HTML {
    HTML(node: .element(name: name, attributes: attributes, children: []))
  }
}

// Parts of a page.
public let section = Tag("section")
public let article = Tag("article")
public let header = Tag("header")
public let footer = Tag("footer")
public let aside = Tag("aside")
public let div = Tag("div")
public let h1 = Tag("h1")
public let h2 = Tag("h2")
public let h3 = Tag("h3")
public let h4 = Tag("h4")

// Blocks of text.
public let p = Tag("p")
public let pre = Tag("pre")
public let blockquote = Tag("blockquote")
public let ul = Tag("ul")
public let ol = Tag("ol")
public let li = Tag("li")
public let dl = Tag("dl")
public let dt = Tag("dt")
public let dd = Tag("dd")
public let figure = Tag("figure")
public let figcaption = Tag("figcaption")
public let details = Tag("details")
public let summary = Tag("summary")
public let hr = Tag("hr")

// Within a line.
public let span = Tag("span")
public let strong = Tag("strong")
public let em = Tag("em")
public let small = Tag("small")
public let code = Tag("code")
public let kbd = Tag("kbd")
public let abbr = Tag("abbr")
public let time = Tag("time")
public let br = Tag("br")
public let wbr = Tag("wbr")

/// Text from a person, set apart so that its writing direction cannot disturb its neighbours.
///
/// For names that someone else chose, where a decision hangs on what is read: without it a name
/// with a right-to-left override could reorder the sentence around it.
public let bdi = Tag("bdi")

// Tables.
public let table = Tag("table")
public let caption = Tag("caption")
public let thead = Tag("thead")
public let tbody = Tag("tbody")
public let tfoot = Tag("tfoot")
public let tr = Tag("tr")
public let th = Tag("th")
public let td = Tag("td")

// Parts of forms; see `form`, `field` and `button`.
public let fieldset = Tag("fieldset")
public let legend = Tag("legend")
public let label = Tag("label")
public let output = Tag("output")

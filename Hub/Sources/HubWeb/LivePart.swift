import WebInterface

/// A part of a page that is kept fresh while somebody looks at it (`live.js`).
///
/// `name` is the page's own; one that depends on what is shown has the page opened anew where that
/// changes. The page needs an ``OfflineNotice`` too.
func live(_ name: String, _ content: HTML) -> HTML {
  div(content, .id("live-\(name)"), .class("stack"), .data("live"))
}

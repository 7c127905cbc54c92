/// The site's pages: at the bottom on a phone, on top on a tablet, at the side on a wide screen.
///
/// The style sheet moves it; the markup is the same everywhere and needs no script. What does not
/// fit a phone's bar is in a popover that wider screens show in place.
struct NavigationBar {
  let site: Site
  let current: PagePath?

  private static let barCount = 4
  private static let moreID = "more-pages"

  var html: HTML {
    let pages = site.navigation
    // Five fit as they are; more than that would leave no room for a finger.
    let bar = pages.count <= Self.barCount + 1 ? pages[...] : pages.prefix(Self.barCount)
    let rest = pages.dropFirst(bar.count)
    if pages.isEmpty { return .empty }
    return .element(
      "nav", [.class("navigation"), .aria("label", "Pages")],
      ul(.class("nav-bar")) {
        for page in bar { item(page) }
        if !rest.isEmpty { li(moreButton(isCurrentInside: rest.contains { $0.path == current })) }
      },
      rest.isEmpty
        ? .empty
        : ul(.class("nav-more"), .id(Self.moreID), .popover) { for page in rest { item(page) } })
  }

  private func item(_ page: Site.Destination) -> HTML {
    li {
      link(to: page.path, .when(page.path == current, .aria("current", "page"))) {
        page.icon.html
        span(page.title)
      }
    }
  }

  private func moreButton(isCurrentInside: Bool) -> HTML {
    .element(
      "button",
      [
        .type("button"), .class("nav-more-button"), .opensPopover(Self.moreID),
        .when(isCurrentInside, .class("has-current")),
      ],
      Icon.more.html, span("More"))
  }
}

import Testing
import ToolboxHTTP

@testable import WebInterface

@Suite struct PageShellTests {
  private func site(pages count: Int) -> Site {
    let pages = (0..<count).map { number in
      Site.Destination("Page \(number)", "/\(number)", .list)
    }
    return Site(.anchor, headers: SecurityHeaders(isOverTLS: false), navigation: pages)
  }

  private func markup(_ page: Page) -> String { String(decoding: page.bytes, as: UTF8.self) }

  @Test func `a page begins as browsers and readers need it`() {
    let page = markup(Page("Today", on: site(pages: 2), at: "/0") { p("Hello") })

    #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"))
    #expect(page.contains("<title>Today · Anchor</title>"))
    #expect(page.contains("name=\"viewport\""))
    #expect(page.contains("<a class=\"skip\" href=\"#main\">"))
    #expect(page.contains("<main id=\"main\""))
    #expect(page.contains("<h1>Today</h1>"))
  }

  @Test func `a title from a person stays a title`() {
    let page = markup(Page("</title><script>", on: site(pages: 0)) {})

    #expect(page.contains("<title>&lt;/title&gt;&lt;script&gt; · Anchor</title>"))
  }

  @Test func `an answer carries the headers and the status`() {
    let response = Page("Gone", on: site(pages: 0)) {}.response(status: 410)

    #expect(response.status == 410)
    #expect(response.headers["Content-Type"] == "text/html; charset=utf-8")
    #expect(response.headers["Content-Security-Policy"] != nil)
    #expect(response.headers["Cache-Control"] == "no-store")
  }

  @Test func `the current page is marked once`() {
    let page = markup(Page("One", on: site(pages: 3), at: "/1") {})

    #expect(page.matches(of: /aria-current="page"/).count == 1)
    #expect(page.contains("<a aria-current=\"page\" href=\"/1\">"))
  }

  @Test(arguments: [(0, false), (1, false), (5, false), (6, true), (9, true)])
  func `what does not fit a phone's bar is under More`(count: Int, hasMore: Bool) {
    let page = markup(Page("P", on: site(pages: count)) {})

    #expect(page.contains("popovertarget=\"more-pages\"") == hasMore)
    #expect(page.contains("id=\"more-pages\" popover") == hasMore)
    for number in 0..<count { #expect(page.contains("href=\"/\(number)\"")) }
  }

  @Test func `a narrow page has no navigation`() {
    let page = markup(Page("Sign in", on: site(pages: 3), width: .narrow) {})

    #expect(!page.contains("<nav"))
    #expect(page.contains("shell-narrow"))
  }
}

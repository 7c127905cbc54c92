import HubHTTP
import ToolboxHTTP
import WebInterface

/// `/worker.js` and `/unreached`: what a browser keeps of the Hub, to say that it cannot be reached.
///
/// The page and its files are the same for everybody. No other answer of the Hub is ever kept: the
/// worker keeps what is listed here and hands everything else through.
struct OfflineShell: Sendable {
  /// By which alone scripts may name a worker.
  static let policy = "hub-worker"

  private static let page: PagePath = "/unreached"

  let site: Site

  var routes: [Route] {
    [
      Route(.get, "/worker.js", access: .visitor, summary: "Keeps the page for when we are away.") {
        _ in worker
      },
      Route(
        .get, Self.page.text, access: .visitor, summary: "Says that the Hub cannot be reached."
      ) { _ in unreached.response() },
    ]
  }

  /// The worker with the names of its files before it; other files make it another worker.
  private var worker: HTTPResponse {
    let files = ([Self.page] + site.pageFiles).map { "\"\($0.text)\"" }.joined(separator: ", ")
    let named = StaticAsset("shell.js", Array(files.utf8) + unreached.bytes)
    let head = "const files = [\(files)];\nconst shell = \(named.entityTag);\n\n"
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "text/javascript; charset=utf-8"],
      body: .bytes(Array(head.utf8) + PackageResources.worker_js))
  }

  private var unreached: Page {
    Page("The Hub cannot be reached", on: site, width: .narrow) {
      panel {
        div(.class("stack"), .data("unreached")) {
          p(
            """
            Nothing is lost: your apps work on without the Hub, and sync when it is back. This browser \
            keeps nothing of your days, so there is nothing to show.
            """)
          p("Is the machine that runs it on, and are you in its network?", .class("quiet-text"))
        }
        formActions { buttonLink("Try again", to: "/", .primary) }
      }
    }
  }
}

import HubContracts
import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// What the Hub says to a browser where no page's own answer fits.
public struct HubProblemPages: ProblemPages {
  private let address: HubAddress
  private let site: Site

  public init(address: HubAddress) {
    self.address = address
    site = .hub(isOverTLS: address.primary.isTLS)
  }

  /// Leads to the sign-in page, and from there back to where the person wanted to go.
  public func signInNeeded(for request: HTTPRequest) -> HTTPResponse {
    .seeOther(SignInTarget(of: request).signInPath)
  }

  public func problem(_ code: HubErrorCode, _ message: String) -> HTTPResponse {
    Page.problem(Self.title(of: code), on: site) {
      panel {
        p(message)
        advice(on: code)
      }
    }.response(status: code.status)
  }

  /// The page of a failure of storage; nothing of the request was stored.
  func response(to error: StorageError) -> HTTPResponse {
    let answer = error.answer
    let page = problem(answer.code, answer.message)
    return answer.retryAfter.map(page.retrying) ?? page
  }

  private static func title(of code: HubErrorCode) -> String {
    switch code {
    case .notFound: "Nothing here"
    case .wrongHost: "Not this Hub's address"
    case .crossSite: "Not from our own page"
    case .busy, .storageFull, .storageUnavailable: "The Hub cannot answer now"
    case .tooManyRequests: "One at a time"
    default: "That was not understood"
    }
  }

  @HTMLBuilder private func advice(on code: HubErrorCode) -> HTML {
    switch code {
    case .notFound:
      // The same for every unknown path, the set-up page's too, which must not be told apart.
      p(
        """
        The address may be mistyped, or what was here is over. A set-up link works once and for \
        30 minutes: start the Hub again and it prints a new one, as long as it has no owner.
        """, .class("quiet-text"))
      goOn("Go to Today", to: "/")
    case .wrongHost:
      formActions { buttonLink("Open the Hub", to: "/", at: address.primary, .primary) }
    case .busy, .storageFull, .storageUnavailable: goOn("Try again", to: "/")
    case .tooManyRequests: goOn("Back to Account", to: "/account")
    default: goOn("Go to Today", to: "/")
    }
  }

  private func goOn(_ title: HTML, to path: PagePath) -> HTML {
    formActions { buttonLink(title, to: path, .primary) }
  }
}

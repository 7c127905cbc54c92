import HubCore
import ToolboxHTTP
import WebInterface

/// Where a person goes after signing in: one of our own pages, never an address out of a request.
enum SignInTarget: Equatable {
  case today
  case devices
  case account
  /// With the code that the app's link carried.
  case connect(UserCode?)

  private static let pageField = "for"
  private static let codeField = "code"

  /// The page that a request without a session wanted.
  init(of request: HTTPRequest) {
    let isForm = request.method == .post
    let values = isForm ? PostedForm(request) : PostedForm(queryOf: request)
    switch request.path.split(separator: "/").first {
    case "connect": self = .connect(UserCode(typed: values[Self.codeField]))
    case "devices": self = .devices
    case "account", "verify": self = .account
    default: self = .today
    }
  }

  /// What the sign-in page's own address or form says; today for anything that it could not say.
  init(_ values: PostedForm) {
    switch values[Self.pageField] {
    case "connect": self = .connect(UserCode(typed: values[Self.codeField]))
    case "devices": self = .devices
    case "account": self = .account
    default: self = .today
    }
  }

  var path: PagePath {
    switch self {
    case .today: "/"
    case .devices: "/devices"
    case .account: "/account"
    case .connect(nil): "/connect"
    case .connect(let code?): ("/connect" as PagePath).query(Self.codeField, code.description)
    }
  }

  /// The sign-in page that leads there.
  var signInPath: PagePath { path(of: "/signin") }

  /// The page that asks for the password again, and leads there.
  var verifyPath: PagePath { path(of: "/verify") }

  private func path(of page: PagePath) -> PagePath {
    fields.reduce(page) { path, field in path.query(field.name, field.value) }
  }

  /// What the sign-in form carries along.
  var hiddenInputs: HTML { HTML(fields.map { hiddenInput($0.name, $0.value) }) }

  private var fields: [(name: String, value: String)] {
    switch self {
    case .today: []
    case .devices: [(Self.pageField, "devices")]
    case .account: [(Self.pageField, "account")]
    case .connect(nil): [(Self.pageField, "connect")]
    case .connect(let code?):
      [(Self.pageField, "connect"), (Self.codeField, code.description)]
    }
  }
}

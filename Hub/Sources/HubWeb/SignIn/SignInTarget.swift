import HubContracts
import HubCore
import HubHTTP
import ToolboxHTTP
import WebInterface

/// Where a person goes after proving who they are: one of our own pages, never an address out of a
/// request (SES-40).
enum SignInTarget: Equatable {
  case today
  case page(Named)
  /// With the code that the app's link carried.
  case connect(UserCode?)
  /// What one device may see of other apps.
  case sharing(SessionID)
  /// With what the app beside the browser asked for.
  case authorize(AuthorizationParameters)

  /// Pages that need nothing but their name, as it stands in addresses.
  enum Named: String, CaseIterable {
    case devices
    case allDevices = "all-devices"
    case account
    case password
    case authenticator
    case activity
    case deletion = "delete"

    var path: PagePath {
      switch self {
      case .devices: "/devices"
      case .allDevices: "/devices/all"
      case .account: "/account"
      case .password: "/account/password"
      case .authenticator: "/account/authenticator"
      case .activity: "/activity"
      case .deletion: "/account/delete"
      }
    }
  }

  private static let pageField = "for"
  private static let codeField = "code"
  private static let sessionField = "session"

  static let devices = SignInTarget.page(.devices)
  static let account = SignInTarget.page(.account)
  static let deletion = SignInTarget.page(.deletion)

  /// The page that a request without a session wanted.
  init(of request: HTTPRequest) {
    let isForm = request.method == .post
    let values = isForm ? PostedForm(request) : PostedForm(queryOf: request)
    switch request.path.split(separator: "/").first {
    case "connect": self = .connect(UserCode(typed: values[Self.codeField]))
    case "oauth": self = AuthorizationParameters { values[$0] }.map(Self.authorize) ?? .today
    case "devices": self = .devices
    case "activity": self = .page(.activity)
    case "account", "verify": self = .account
    default: self = .today
    }
  }

  /// What the sign-in page's own address or form says; today for anything that it could not say.
  init(_ values: PostedForm) { self.init { values[$0] } }

  /// The same of what was sent in another form; `value` is empty for what is missing.
  init(_ value: (_ name: String) -> String) {
    let name = value(Self.pageField)
    if name == "connect" {
      self = .connect(UserCode(typed: value(Self.codeField)))
    } else if name == "authorize" {
      self = AuthorizationParameters(value).map(Self.authorize) ?? .today
    } else if name == "sharing" {
      self = SessionID(value(Self.sessionField)).map(Self.sharing) ?? .devices
    } else {
      self = Named(rawValue: name).map(SignInTarget.page) ?? .today
    }
  }

  var path: PagePath {
    switch self {
    case .today: "/"
    case .page(let page): page.path
    case .authorize(let parameters):
      parameters.fields.reduce("/oauth/authorize") { $0.query($1.name, $1.value) }
    case .sharing(let session): "/devices/\(session.description)/sharing"
    case .connect(nil): "/connect"
    case .connect(let code?): ("/connect" as PagePath).query(Self.codeField, code.description)
    }
  }

  /// A page near the target that needs no fresh password.
  var wayBack: PagePath {
    switch self {
    case .page(.devices), .page(.allDevices), .sharing: "/devices"
    case .page(.account), .page(.password), .page(.authenticator), .page(.deletion): "/account"
    case .page(.activity): "/activity"
    case .today, .connect, .authorize: "/"
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
    case .page(let page): [(Self.pageField, page.rawValue)]
    case .authorize(let parameters): [(Self.pageField, "authorize")] + parameters.fields
    case .sharing(let session):
      [(Self.pageField, "sharing"), (Self.sessionField, session.description)]
    case .connect(nil): [(Self.pageField, "connect")]
    case .connect(let code?):
      [(Self.pageField, "connect"), (Self.codeField, code.description)]
    }
  }
}

/// A way into our programs for bytes of strangers.
///
/// Each has its corpus in `corpus/<name>/`, and its promises in a function of its own.
enum FuzzTarget: String, CaseIterable {
  case strictJSON = "strict-json"
  case requestHead = "request-head"
  case cookies
  case query
  case codes
  case names
  case passkeys
  case push
  case answers
  case statements
  case services
  case archives
  case sealed
  case directory

  func run(_ bytes: [UInt8]) {
    switch self {
    case .strictJSON: fuzzStrictJSON(bytes)
    case .requestHead: fuzzRequestHead(bytes)
    case .cookies: fuzzCookies(bytes)
    case .query: fuzzQuery(bytes)
    case .codes: fuzzCodes(bytes)
    case .names: fuzzNames(bytes)
    case .passkeys: fuzzPasskeys(bytes)
    case .push: fuzzPush(bytes)
    case .answers: fuzzAnswers(bytes)
    case .statements: fuzzStatements(bytes)
    case .services: fuzzServices(bytes)
    case .archives: fuzzArchives(bytes)
    case .sealed: fuzzSealed(bytes)
    case .directory: fuzzDirectory(bytes)
    }
  }
}

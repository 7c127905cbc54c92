import ToolboxHTTPServer

/// What went wrong with listening, in words.
struct ServerWords {
  let app: AppProfile

  func trouble(_ error: HTTPServerError) -> Trouble {
    let (what, remedy) =
      switch error {
      case .portInUse(let port):
        (
          "Another program uses port \(port) of this machine.",
          "It may be \(app.title) itself, already started. Else take another port with --port N."
        )
      case .portForbidden(let port):
        (
          "You may not listen on port \(port).",
          "Take a port from 1024 on, with --port N."
        )
      case .addressUnavailable(let address):
        ("This machine has no address \(address).", "Look at its network settings.")
      case .resourcesExhausted:
        ("The machine has no room for a server right now.", "Try again in a moment.")
      }
    return Trouble(.refused, error.code, what, "\(remedy) Nothing was changed.")
  }
}

extension AppVerb {
  /// `undo`: takes back the last action.
  static var undo: AppVerb {
    AppVerb("undo", "Takes back the last action.") { (call) throws(Trouble) in
      try await call.app.undo()
    }
  }
}

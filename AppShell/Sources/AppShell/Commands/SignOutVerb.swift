extension AppVerb {
  /// `sign-out`: ends the session; the store and its owner stay.
  static var signOut: AppVerb {
    AppVerb(
      "sign-out", "Signs out of your Hub; your records stay here."
    ) { (call) throws(Trouble) in
      let connection = try await call.connection()
      do throws(ConnectionError) {
        let before = try await connection.standing()
        if before.account == nil { throw .signedOut }
        try await connection.signOut()
      } catch { throw await connection.trouble(error) }
      let text = """
        Signed out. Your \(Shown.profile.recordWords.many) stay here, and \
        \(Shown.profile.title) goes on without the Hub.
        """
      return Answer(text) { json in
        json.object { json in json.member("state", "signed_out") }
      }
    }
  }
}

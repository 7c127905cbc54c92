extension AppVerb {
  /// `sign-out`: ends the session; the store and its owner stay.
  static var signOut: AppVerb {
    AppVerb(
      "sign-out", "Signs out of your Hub; your records stay here."
    ) { (call) throws(Trouble) in
      let connection = try await call.connection()
      let isTold: Bool
      do throws(ConnectionError) {
        let before = try await connection.standing()
        if before.status.account == nil { throw .signedOut }
        isTold = try await connection.signOut()
      } catch { throw await connection.trouble(error) }
      var text = """
        Signed out. Your \(Shown.profile.recordWords.many) stay here, and \
        \(Shown.profile.title) goes on without the Hub.
        """
      if !isTold {
        text += """

          The Hub could not be told: it still lists this device, and hears of it when you sign in \
          again. To end it now, open Devices on the Hub.
          """
      }
      return Answer(text) { json in
        json.object { json in
          json.member("state", "signed_out")
          json.member("isHubTold", isTold)
        }
      }
    }
  }
}

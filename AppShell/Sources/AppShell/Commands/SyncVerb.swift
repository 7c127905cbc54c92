import PersonalSyncKit
import ToolboxCommandLine

extension AppVerb {
  /// `sync`: one pass now.
  static var sync: AppVerb {
    AppVerb("sync", "Sends and receives now.") { (call) throws(Trouble) in
      let connection = try await call.connection()
      do throws(ConnectionError) {
        let outcome = try await connection.synchronize()
        let standing = try await connection.standing()
        guard case .completed(let report) = outcome else {
          throw standing.connection == .signInNeeded ? .sync(.signInNeeded) : .signedOut
        }
        return Self.answer(report, standing)
      } catch { throw await connection.trouble(error) }
    }
  }

  private static func answer(_ report: PassReport, _ standing: SyncStanding) -> Answer {
    let lines = [
      "\(standing.headline). Sent \(report.pushed), received \(report.pulled)."
    ]
    let notices = standing.notices
    return Answer((lines + notices).joined(separator: "\n")) { json in
      json.object { json in
        json.member("pushed", report.pushed)
        json.member("pulled", report.pulled)
        json.member("conflicts", standing.conflicts)
        json.member("quarantined", standing.quarantined)
        json.member("waiting", standing.waiting)
      }
    }
  }

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

  /// `undo`: takes back the last action.
  static var undo: AppVerb {
    AppVerb("undo", "Takes back the last action.") { (call) throws(Trouble) in
      try await call.app.undo()
    }
  }
}

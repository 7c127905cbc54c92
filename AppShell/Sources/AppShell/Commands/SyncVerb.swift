import PersonalSyncKit

extension AppVerb {
  /// `sync`: one pass now.
  static var sync: AppVerb {
    AppVerb("sync", "Sends and receives now.") { (call) throws(Trouble) in
      let connection = try await call.connection()
      do throws(ConnectionError) {
        let report = try await connection.completedSync()
        return Self.answer(report, try await connection.standing())
      } catch { throw await connection.trouble(error) }
    }
  }

  private static func answer(_ report: PassReport, _ standing: StatusWords) -> Answer {
    let lines = [
      "\(standing.headline). Sent \(report.pushed), received \(report.pulled)."
    ]
    let notices = standing.notices
    return Answer((lines + notices).joined(separator: "\n")) { json in
      json.object { json in
        json.member("pushed", report.pushed)
        json.member("pulled", report.pulled)
        json.member("conflicts", standing.status.conflicts)
        json.member("quarantined", standing.status.quarantined)
        json.member("waiting", standing.status.waiting)
      }
    }
  }
}

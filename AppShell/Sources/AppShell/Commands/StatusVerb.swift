extension AppVerb {
  /// `status`: what the app is at, and how it stands with the Hub; asks nobody.
  static var status: AppVerb {
    AppVerb("status", "Shows how things stand.") { (call) throws(Trouble) in
      let connection = try await call.connection()
      let app = try await call.app.status()
      let standing: SyncStanding
      do throws(ConnectionError) { standing = try await connection.standing() } catch {
        throw await connection.trouble(error)
      }
      return Self.answer(app, standing, call)
    }
  }

  private static func answer(
    _ app: Answer, _ standing: SyncStanding, _ call: Call<Shown>
  ) -> Answer {
    let next = standing.nextCommand.map { "  \(call.command($0))" }
    let hub = ["Hub: \(standing.headline)"] + standing.notices + (next.map { [$0] } ?? [])
    let text = app.text + "\n" + hub.joined(separator: "\n")
    return Answer(text) { json in
      json.object { json in
        json.member(named: Shown.profile.name) { json in json.raw(app.json) }
        json.member("sync") { json in
          json.object { json in
            json.member("state", standing.connection.rawValue)
            json.member("headline", standing.headline)
            if let account = standing.account {
              json.member("account", account.name)
              json.member("hub", account.origin)
            }
            json.member("waiting", standing.waiting)
            json.member("conflicts", standing.conflicts)
            json.member("quarantined", standing.quarantined)
            if let last = standing.lastSuccessMilliseconds {
              json.member("lastSuccessMilliseconds", last)
            }
            if let failure = standing.failure {
              json.member("offlineSinceMilliseconds", failure.sinceMilliseconds)
              json.member("reason", failure.code)
            }
          }
        }
      }
    }
  }
}

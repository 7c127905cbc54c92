extension AppVerb {
  /// `status`: what the app is at, and how it stands with the Hub; asks nobody.
  static var status: AppVerb {
    AppVerb("status", "Shows how things stand.") { (call) throws(Trouble) in
      let connection = try await call.connection()
      let app = try await call.app.status()
      let words: StatusWords
      do throws(ConnectionError) { words = try await connection.standing() } catch {
        throw await connection.trouble(error)
      }
      return Self.answer(app, words, call)
    }
  }

  private static func answer(
    _ app: Answer, _ words: StatusWords, _ call: Call<Shown>
  ) -> Answer {
    let status = words.status
    let next = words.nextCommand.map { "  \(call.command($0))" }
    let hub = ["Hub: \(words.headline)"] + words.notices + (next.map { [$0] } ?? [])
    let text = app.text + "\n" + hub.joined(separator: "\n")
    return Answer(text) { json in
      json.object { json in
        json.member(named: Shown.profile.name) { json in json.raw(app.json) }
        json.member("sync") { json in
          json.object { json in
            json.member("state", status.state.code)
            json.member("isConnected", words.isOwned)
            json.member("headline", words.headline)
            if let account = status.account {
              json.member("account", account.name)
              json.member("hub", account.origin)
            }
            json.member("waiting", status.waiting)
            json.member("conflicts", status.conflicts)
            json.member("quarantined", status.quarantined)
            json.member("locked", status.locked)
            json.member("rolledBack", status.rolledBack)
            if let last = status.lastSuccessMilliseconds {
              json.member("lastSuccessMilliseconds", last)
            }
            if let audit = status.audit {
              json.member("auditEntries", audit.size)
              if let alarm = audit.alarm { json.member("auditAlarm", alarm.rawValue) }
            }
            if let failure = status.failure {
              json.member("failingSinceMilliseconds", failure.sinceMilliseconds)
              json.member("reason", failure.code)
            }
          }
        }
      }
    }
  }
}

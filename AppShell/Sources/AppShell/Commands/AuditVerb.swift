import HubContracts
import PersonalSyncKit
import ToolboxCommandLine
import ToolboxCrypto

extension AppVerb {
  /// `audit`: what this device knows of the Hub's record of what happened, and what did not fit.
  static var audit: AppVerb {
    let accept = Flag(
      "accept", "Let what the Hub shows now count; what did not fit stays here as evidence.")
    return AppVerb(
      "audit", "Shows what this device knows of the Hub's record, and what did not fit.",
      details: """
        Prints both of the Hub's signed checkpoints of each pair that did not fit together, to be \
        kept or shown to somebody; with --json in base64url. With --accept you let the Hub's other \
        record count from now on: that you did is shown in status.
        """,
      [accept, Flag.yes]
    ) { (call) throws(Trouble) in
      let connection = try await call.connection()
      do throws(ConnectionError) {
        if call.input[accept] { try await Self.accept(connection, call) }
        return Self.answer(
          try await connection.standing(), try await connection.auditEvidence())
      } catch { throw await connection.trouble(error) }
    }
  }

  private static func accept(
    _ connection: HubConnection, _ call: Call<Shown>
  ) async throws(ConnectionError) {
    let words = try await connection.standing()
    guard words.status.audit?.alarm != nil else { return }
    call.console.complain(TerminalText.plain(words.notices.joined(separator: "\n")))
    switch call.console.ask(
      "Shall the record that the Hub shows now count from here on?", saidYes: call.input[Flag.yes])
    {
    case .yes: try await connection.acceptAudit()
    case .no: throw .declined
    case .notAsked: throw .nobodyToAsk
    }
  }

  private static func answer(_ words: StatusWords, _ evidence: [AuditEvidence]) -> Answer {
    let audit = words.auditWords
    var lines = [audit?.detail ?? "The Hub has shown no record of what happened yet."]
    lines += audit?.notices ?? []
    for (place, pair) in evidence.enumerated() {
      lines += ["", "\(place + 1). \(pair.alarm.rawValue). What this device had checked:"]
      lines += [pair.kept.map(text(of:)) ?? "nothing", "What the Hub then showed:"]
      lines.append(text(of: pair.offered))
    }
    return Answer(lines.joined(separator: "\n")) { json in
      json.object { json in
        json.member("entries", words.status.audit?.size ?? 0)
        if let alarm = words.status.audit?.alarm { json.member("alarm", alarm.rawValue) }
        if let accepted = words.status.audit?.acceptedAtMilliseconds {
          json.member("acceptedAt", ISOTime.text(ofMilliseconds: accepted))
        }
        json.member("evidence") { json in
          json.array(evidence) { json, pair in
            json.object { json in
              json.member("alarm", pair.alarm.rawValue)
              json.member("foundAt", ISOTime.text(ofMilliseconds: pair.foundAtMilliseconds))
              if let kept = pair.kept { json.member("kept", Base64URL.encode(kept)) }
              json.member("offered", Base64URL.encode(pair.offered))
            }
          }
        }
      }
    }
  }

  /// A note is text; what came in its place need not be.
  private static func text(of note: [UInt8]) -> String { String(decoding: note, as: UTF8.self) }
}

import PersonalSyncKit
import WebInterface

/// The content of `/hub/audit`: what of the Hub's record did not fit, and the person's word on it.
struct AuditPanel {
  let words: StatusWords
  let evidence: [AuditEvidence]

  var html: HTML {
    stack {
      for text in words.auditWords?.notices ?? [] { notice(.caution, HTML(text)) }
      if evidence.isEmpty {
        card("The Hub's record") { p("Everything that this device has seen of it fits.") }
      }
      for pair in evidence { card(HTML(pair.alarm.rawValue)) { notes(of: pair) } }
      if words.status.audit?.alarm != nil {
        card("Let it count?") {
          p(
            """
            Somebody may have changed what the Hub holds of your account, or put an old copy back \
            without saying so. Ask whoever runs the Hub first. If you let it count, this device takes \
            what the Hub shows next for its record; what did not fit stays here.
            """)
          row {
            actionButton("Let it count", .danger, to: "/hub/audit/accept")
            buttonLink("Back", to: "/hub")
          }
        }
      } else {
        row { buttonLink("Back", to: "/hub") }
      }
    }
  }

  @HTMLBuilder private func notes(of pair: AuditEvidence) -> HTML {
    p("What this device had checked:")
    note(pair.kept)
    p("What the Hub then showed:")
    note(pair.offered)
  }

  private func note(_ bytes: [UInt8]?) -> HTML {
    guard let bytes else { return p("Nothing.", .class("quiet-text")) }
    return disclosure("The signed note") {
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        p(code(TerminalText.plain(String(line))))
      }
      copyButton(TerminalText.plain(String(decoding: bytes, as: UTF8.self)))
    }
  }
}

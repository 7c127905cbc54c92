import WebInterface

/// The content of `/hub/attention`.
struct AttentionPanel {
  let words: AttentionWords

  static let path: PagePath = "/hub/attention"

  var html: HTML {
    stack {
      if words.matters.isEmpty {
        emptyState(.check, HTML(AttentionWords.nothing)) {
          p("No conflict, nothing refused, nothing in the trash.")
        }
      }
      for conflict in words.matters.conflicts { card(conflict) }
      if !words.matters.refused.isEmpty { refused }
      if !words.matters.trashed.isEmpty { trash }
      row { buttonLink("Back to the Hub", to: HubPages.path, .quiet) }
    }
  }

  private func card(_ conflict: Matters.Conflict) -> HTML {
    WebInterface.card(
      "Two versions of one record",
      note: HTML(words.since(conflict.keptAtMilliseconds))
    ) {
      facts(words.sides(conflict).map { (HTML($0.name), bdi(HTML($0.value))) })
      p("Both are kept until you decide.", .class("quiet-text"))
      row {
        actionButton(
          "Take the one kept aside", to: "/hub/attention/take-other",
          values: [("number", "\(conflict.number)")])
        actionButton(
          "Keep the one shown", .quiet, to: "/hub/attention/keep",
          values: [("number", "\(conflict.number)")])
      }
    }
  }

  private var refused: HTML {
    WebInterface.card("Refused by the Hub") {
      p("Kept here, nothing is lost. Change the record, or send it once more.")
      facts(words.matters.refused.map { (bdi(HTML($0.what)), code(HTML(words.reason($0)))) })
      row { actionButton("Send again", icon: .sync, to: "/hub/attention/send-again") }
    }
  }

  private var trash: HTML {
    WebInterface.card("Trash") {
      p(
        """
        The Hub no longer had these when this device came back after a long time. They go after 30 \
        days.
        """)
      for trashed in words.matters.trashed {
        row {
          p {
            bdi(HTML(trashed.what))
            span(
              HTML(" deleted \(words.since(trashed.trashedAtMilliseconds))"), .class("quiet-text"))
          }
          actionButton(
            "Bring back", .quiet, to: "/hub/attention/bring-back",
            values: [("record", trashed.record.description)])
        }
      }
    }
  }
}

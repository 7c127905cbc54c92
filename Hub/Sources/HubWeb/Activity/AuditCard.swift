import HubContracts
import HubCore
import ToolboxCrypto
import WebInterface

/// The account's audit chain, for the person: how long it is, who has checked it, and what is new in it.
struct AuditCard {
  let overview: AuditOverview
  let words: DateWords
  /// What came of verifying it just now; nil where nobody asked.
  var report: AuditReport?

  var html: HTML {
    HTML([
      card("What happened, on record", id: "audit") {
        p(
          """
          Each sign-in, device and action stands in one chain that cannot be changed unseen. Your \
          own devices check, whenever they synchronise, that it only grows.
          """, .class("quiet-text"))
        if let report { verdict(of: report) }
        if !overview.goesOnFromSigned {
          notice(
            .bad,
            """
            This is another chain than the Hub has signed before, so it signs nothing more of it. \
            Whoever runs the Hub can say: hub audit verify
            """)
        }
        if overview.witnesses.contains(where: { !$0.agrees }) {
          notice(
            .bad,
            "A device of yours has seen another chain than the Hub has now. See the table.")
        }
        facts([
          ("Entries", HTML(CountWords.grouped(overview.size))), ("Signed", signed),
        ])
        row { actionButton("Verify now", icon: .check, to: "/activity/audit") }
      },
      witnesses, events,
    ])
  }

  /// Leads from other pages to the chain's own.
  static var signpost: HTML {
    card("On record", id: "record") {
      p(
        "Each of these, and each sign-in, stands in a chain that cannot be changed unseen.",
        .class("quiet-text"))
      row { buttonLink("What happened, and who has checked it", to: "/activity/audit") }
    }
  }

  /// The newest checkpoint, short enough to compare by eye.
  private var signed: HTML {
    guard let checkpoint = overview.checkpoint?.checkpoint,
      let at = overview.checkpointMadeAtMilliseconds
    else { return "nothing yet" }
    let link = Hex.encode(checkpoint.link.prefix(8))
    return
      "up to entry \(CountWords.grouped(checkpoint.size)), \(words.html(milliseconds: at)), ends in \(code(link))"
  }

  private func verdict(of report: AuditReport) -> HTML {
    switch report.verdict {
    case .intact:
      notice(
        .good,
        """
        Verified: \(CountWords.text(report.size, "entry", "entries")), none altered, none missing.
        """)
    case .altered where report.findings.contains(.checkpointAltered):
      notice(.bad, "What the Hub keeps as its own signature of the chain was altered.")
    case .altered: notice(.bad, "An entry is not what was written. \(places(of: report))")
    case .missing: notice(.bad, "Entries are missing. \(places(of: report))")
    case .forked: notice(.bad, "This is another chain than the Hub has signed before.")
    }
  }

  private func places(of report: AuditReport) -> String {
    let first = report.findings.prefix(3).compactMap { finding -> String? in
      switch finding {
      case .altered(let number), .contentMissing(let number), .forked(let number): "\(number)"
      case .checkpointAltered: nil
      case .missing(let numbers):
        numbers.count == 1
          ? "\(numbers.lowerBound)" : "\(numbers.lowerBound) to \(numbers.upperBound)"
      }
    }
    return "At \(first.joined(separator: ", ")). Whoever runs the Hub can say: hub audit verify"
  }

  @HTMLBuilder private var witnesses: HTML {
    card("Checked by", id: "witnesses") {
      if overview.witnesses.isEmpty {
        p("No device has checked the chain yet.", .class("quiet-text"))
      } else {
        dataTable(
          "Devices that have checked the chain",
          columns: [.text("Device"), .text("Up to entry"), .text("When"), .text("Found")],
          rows: overview.witnesses.map(cells(of:)))
      }
    }
  }

  private func cells(of witness: AuditWitness) -> [HTML] {
    [
      "\(bdi(witness.deviceName)), \(Fleet.product(named: witness.client)?.title ?? witness.client)",
      HTML(CountWords.grouped(witness.size)), words.html(milliseconds: witness.atMilliseconds),
      witness.agrees ? badge("Fits", .good) : badge("Another chain", .bad),
    ]
  }

  @HTMLBuilder private var events: HTML {
    card("Newest entries", id: "audit-events") {
      if overview.events.isEmpty {
        p("Nothing yet.", .class("quiet-text"))
      } else {
        dataTable(
          "What happened, the newest first", columns: [.text("What"), .text("When")],
          rows: overview.events.map { event in
            [
              HTML(AuditEventWords(event).text),
              words.html(milliseconds: event.atMilliseconds),
            ]
          })
      }
    }
  }
}

import HubContracts
import HubCore
import WebInterface

/// The contracts as tables: what each type of record may say, and what it seals.
struct KnowsView {
  let kinds: [KindCount]
  /// The account's devices, each with what it says waits there.
  let devices: [DeviceSession]

  var lead: HTML {
    let count = kinds.reduce(0) { $0 + $1.count }
    return HTML("\(CountWords.text(count, "record", "records")) of yours, in numbers and times")
  }

  var html: HTML {
    stack {
      metadata
      waiting
      for domain in Domain.allCases where kinds.contains(where: { $0.contract.domain == domain }) {
        contracts(of: domain)
      }
    }
  }

  /// As docs/protocol/privacy.md says it.
  private var metadata: HTML {
    card("What shows anyway") {
      p(
        """
        Your apps seal what you write with a key that this Hub never has. Whoever reads its \
        database still sees:
        """)
      ul {
        li("which apps you use, on how many devices, and since when")
        li("when a record was made and changed: its minute, and the moment it arrived")
        li("how many records there are of which type, and how often each was changed")
        li("which records belong together, where one refers to another")
        li("roughly how large a sealed detail is: it is padded to a few fixed sizes")
        li(
          "how many conflicts and changes set aside wait on a device, and nothing of what they are about"
        )
        li("your name, your devices' names and your time zone, as you gave them here")
      }
      p(
        """
        “Bits” say how much one record can tell at most in its numbers and choices. A letter of \
        a text is about eight.
        """, .class("quiet-text"))
    }
  }

  /// The numbers themselves, since they are in no record.
  @HTMLBuilder private var waiting: HTML {
    if !devices.isEmpty {
      card("What waits on your devices") {
        dataTable(
          visuallyHidden("How much waits on each device"),
          columns: [.text("Device"), .text("App"), .number("Conflicts"), .number("Set aside")],
          rows: devices.map { device in
            [
              bdi(device.deviceName),
              HTML(Fleet.product(named: device.client)?.title ?? device.client),
              HTML(CountWords.grouped(device.attention.conflicts)),
              HTML(CountWords.grouped(device.attention.quarantined)),
            ]
          })
        p("Gone when the device is disconnected, and in no export.", .class("quiet-text"))
      }
    }
  }

  private func contracts(of domain: Domain) -> HTML {
    let own = kinds.filter { $0.contract.domain == domain }
    let said = own.filter { !$0.contract.rules.isEmpty }
    let sealed = own.filter(\.contract.rules.isEmpty)
    let product = Fleet.owner(of: domain)
    let title = product?.title ?? domain.rawValue
    return card(
      HTML(domain == .habits ? "\(title), legacy habits" : title),
      brand: product.flatMap { Brand(rawValue: $0.name) },
      note: HTML(CountWords.text(own.reduce(0) { $0 + $1.count }, "record", "records")),
      id: domain.rawValue
    ) {
      HTML(said.map(section))
      if !sealed.isEmpty { wholly(sealed) }
    }
  }

  private func section(_ kind: KindCount) -> HTML {
    let contract = kind.contract
    return disclosure(
      HTML("\(RecordWords.type(contract.type)), \(CountWords.grouped(kind.count))")
    ) {
      dataTable(
        caption(of: contract),
        columns: [.text("Fact"), .text("Kind"), .text("Values"), .number("Bits")],
        rows: contract.rules.map(cells))
      facts([("Sealed", HTML(SealedWords.text(contract)))])
      row {
        buttonLink(
          "Your values\(visuallyHidden(" of \(RecordWords.type(contract.type).lowercased())"))",
          to: KnowsPages.path(to: contract), .plain)
      }
    }
  }

  /// Names the type too, so that the page's tables are told apart.
  private func caption(of contract: RecordContract) -> HTML {
    let product = Fleet.owner(of: contract.domain)?.title ?? contract.domain.rawValue
    return """
      \(visuallyHidden("\(product), \(RecordWords.type(contract.type).lowercased()): "))In clear, \
      at most \(RecordWords.bits(contract.bits)) bits
      """
  }

  private func cells(_ rule: FactRule) -> [HTML] {
    [
      HTML(RecordWords.fact(rule.name)), HTML(RecordWords.kind(rule.kind)),
      HTML(RecordWords.range(rule.kind) + (rule.isRequired ? "" : ", or absent")),
      HTML(bits(of: rule)),
    ]
  }

  private func bits(of rule: FactRule) -> String {
    let bits = rule.kind.bits + (rule.isRequired ? 0 : 1)
    switch rule.kind {
    case .day, .instant, .ref: return rule.isRequired ? "shows anyway" : "1.0, shows anyway"
    case .flag, .choice, .number: return RecordWords.bits(bits)
    }
  }

  private func wholly(_ kinds: [KindCount]) -> HTML {
    disclosure(
      HTML("Sealed whole, \(CountWords.grouped(kinds.reduce(0) { $0 + $1.count }))")
    ) {
      p("Of these the Hub knows that they exist, and nothing of what they say.")
      facts(
        kinds.map { kind in
          (
            HTML(RecordWords.type(kind.contract.type)),
            link(
              HTML(CountWords.text(kind.count, "record", "records")),
              to: KnowsPages.path(to: kind.contract))
          )
        })
    }
  }
}

/// What a contract seals, in half a sentence.
enum SealedWords {
  static func text(_ contract: RecordContract) -> String {
    contract.sealedParts.isEmpty
      ? "nothing; this is all there is" : contract.sealedParts.joined(separator: ", ")
  }
}

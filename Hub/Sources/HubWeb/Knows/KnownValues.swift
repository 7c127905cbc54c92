import HubContracts
import HubCore
import WebInterface

/// The stored values of one type of record, a page at a time.
struct KnownValues {
  let contract: RecordContract
  let changes: [Change]
  let total: Int
  let offset: Int
  let words: DateWords

  var title: String { RecordWords.type(contract.type) }

  var lead: HTML {
    let product = Fleet.owner(of: contract.domain)?.title ?? contract.domain.rawValue
    return HTML("\(product), \(CountWords.text(total, "record", "records")), newest first")
  }

  @HTMLBuilder var html: HTML {
    card("Sealed", note: Icon.lock.html) {
      p(HTML(SealedWords.text(contract)))
    }
    card(HTML(changes.isEmpty ? "In clear" : "In clear, \(placeText)")) {
      changes.isEmpty
        ? emptyState(.info, "Nothing here") { p("The Hub has no such record of yours.") } : table
    }
    row {
      if offset > 0 { step(to: max(0, offset - KnowsPages.valuesOnPage), "Newer") }
      if offset + changes.count < total { step(to: offset + changes.count, "Older") }
      buttonLink("All types", to: "/knows", .quiet)
    }
  }

  private var placeText: String {
    "\(CountWords.grouped(offset + 1)) to \(CountWords.grouped(offset + changes.count))"
  }

  private func step(to offset: Int, _ title: HTML) -> HTML {
    buttonLink(
      title, to: KnowsPages.path(to: contract).query("skip", String(offset)), .plain)
  }

  private var table: HTML {
    dataTable(
      visuallyHidden("Values of \(title.lowercased())"),
      columns: [.text("Happened"), .text("Record")]
        + contract.rules.map { rule in
          let name = HTML(RecordWords.fact(rule.name))
          if case .number = rule.kind { return .number(name) }
          return .text(name)
        } + [.number("Version"), .text("Detail"), .text("Arrived")],
      rows: changes.map(cells))
  }

  private func cells(_ change: Change) -> [HTML] {
    let body = change.readBody()
    let values = body.flatMap { contract.values(of: $0) }
    let facts = contract.rules.indices.map { place -> HTML in
      guard let values else { return "not readable" }
      return values[place].map(shown) ?? "–"
    }
    return [words.html(milliseconds: change.occurredAt.milliseconds), code(name(of: change))]
      + facts + [
        HTML(String(change.version.number)), detail(of: body),
        words.html(milliseconds: change.recordedAtMilliseconds),
      ]
  }

  private func shown(_ value: FactValue) -> HTML {
    if case .instant(let minute) = value { return words.html(milliseconds: minute.milliseconds) }
    return HTML(RecordWords.value(value))
  }

  private func name(of change: Change) -> String {
    change.record.summaryDay?.description
      ?? String(change.record.description.suffix(36).prefix(8))
  }

  private func detail(of body: RecordBody?) -> HTML {
    guard let sealed = body?.sealed else { return "none" }
    // Three of four characters are bytes; what they say stays with the device.
    return HTML("sealed, \(CountWords.grouped((sealed.utf8.count - 3) * 3 / 4)) bytes")
  }
}

extension RecordContract {
  fileprivate func values(of body: RecordBody) -> [FactValue?]? {
    do throws(ContractViolation) { return try read(facts: body.facts) } catch { return nil }
  }
}

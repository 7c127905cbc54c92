import HubContracts
import HubCore
import WebInterface

/// The Directory page's content: the line-up, then what was absorbed or retired.
struct DirectoryView {
  let products: [ProductRecord]
  /// What the linked services say, by the product's name.
  let services: [String: ServiceReading]
  let account: Account
  let words: DateWords
  let appPages: [String: SiteOrigin]

  var lead: HTML {
    let connected = products.count { !$0.devices.isEmpty }
    return HTML(
      "\(CountWords.text(active.count, "product", "products")), \(connected) connected to this Hub")
  }

  private var active: [ProductRecord] { products.filter { $0.product.status == .active } }
  private var samples: [ProductRecord] { products.filter { $0.product.status == .sample } }
  private var former: [ProductRecord] {
    products.filter { ![.active, .sample].contains($0.product.status) }
  }

  var html: HTML {
    stack {
      cards { for product in active { listed(product) } }
      h2("No longer in the line-up")
      p(
        "What these left behind stays readable here and in what you export.",
        .class("quiet-text"))
      cards { for product in former { listed(product) } }
      if !samples.isEmpty {
        h2("For developers")
        cards { for product in samples { listed(product) } }
      }
    }
  }

  private func listed(_ record: ProductRecord) -> HTML {
    let product = record.product
    return card(
      HTML(product.title), brand: Brand(rawValue: product.name), note: status(of: record),
      id: product.name
    ) {
      p(product.purpose)
      WaitingWords(devices: record.devices, page: appPages[product.name]).notices
      facts(rows(of: record))
      for domain in product.domains { NewestOpenedWords(domain: domain).html }
      actions(for: record)
    }
  }

  private func status(of record: ProductRecord) -> HTML {
    switch record.product.status {
    case .active where record.product.authority == .service: service(record.product)
    case .active where record.devices.contains { !$0.isInUse }:
      badge("Waits for your yes", .caution)
    case .active where !record.devices.isEmpty: badge("Connected", .good)
    case .active: badge(record.product.canConnect ? "Not connected" : "Not in this release")
    case .absorbed(let name): badge("Now in \(Fleet.product(named: name)?.title ?? name)")
    case .retired: badge("Retired")
    case .sample: badge("A sample")
    }
  }

  private func service(_ product: Product) -> HTML {
    switch services[product.name] {
    case .told: badge("Connected", .good)
    case .asking: badge("Asking", .accent)
    case .silent: badge("Unavailable", .bad)
    case nil: badge("A service")
    }
  }

  private func authority(of product: Product) -> String {
    switch product.authority {
    case .devices:
      product.domains.allSatisfy { ContractTable.contracts(of: $0).allSatisfy(\.isDaySummary) }
        ? "On your devices; the Hub gets sums only"
        : "On your devices; the Hub has copies of facts"
    case .service: "At its own service"
    case .successor: "In the product that absorbed it"
    }
  }

  /// What is not there takes no row, except that no device has it.
  private func rows(of record: ProductRecord) -> [(name: HTML, value: HTML)] {
    var rows: [(name: HTML, value: HTML)] = [
      ("Kept", HTML(authority(of: record.product))),
      (
        "Devices",
        record.devices.isEmpty ? "none" : HTML(record.devices.map { div(bdi($0.deviceName)) })
      ),
    ]
    if !record.devices.isEmpty { rows.append(("Stores", HTML(record.devices.map(store)))) }
    if case .silent(let silence) = services[record.product.name] {
      rows.append(("Now", SilenceWords(silence: silence, product: record.product).sentence))
    }
    if let newest = record.newestArrivalMilliseconds {
      rows.append(("Last heard", words.html(milliseconds: newest)))
    }
    let filled = record.records.filter { $0.count > 0 }
    if !filled.isEmpty { rows.append(("Records here", HTML(filled.map(count)))) }
    return rows
  }

  private func count(_ kind: KindCount) -> HTML {
    div(
      link(
        "\(RecordWords.type(kind.contract.type)), \(CountWords.grouped(kind.count))",
        to: KnowsPages.path(to: kind.contract)))
  }

  /// A connected store, and whose it is for ever.
  private func store(of device: DeviceSession) -> HTML {
    div {
      code(device.document.description.prefix(8))
      device.isInUse ? ", owner " : ", not in use yet"
      if device.isInUse { bdi(account.name) }
    }
  }

  private func actions(for record: ProductRecord) -> HTML {
    guard let page = appPages[record.product.name] else { return .empty }
    return row { buttonLink("Open \(record.product.title)", to: "/", at: page) }
  }
}

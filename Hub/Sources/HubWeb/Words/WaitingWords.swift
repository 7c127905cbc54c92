import HubContracts
import HubCore
import WebInterface

/// What waits for the person where an app is, of whose matters the Hub knows nothing but how many.
struct WaitingWords {
  /// Of one product.
  let devices: [DeviceSession]
  /// Where the product's own page is, if it has one.
  let page: SiteOrigin?

  /// Those on which something waits.
  private var waiting: [DeviceSession] { devices.filter { $0.attention != .nothing } }

  /// On a product's card; nothing where nothing waits.
  @HTMLBuilder var notices: HTML {
    for device in waiting {
      notice(.caution, "\(Self.text(device.attention)) on \(bdi(device.deviceName))") {
        p("Open \(title(of: device)) there to decide. What it is about stays on the device.")
        if let page {
          row { buttonLink("Look at it in \(title(of: device))", to: Self.path, at: page, .plain) }
        }
      }
    }
  }

  private func title(of device: DeviceSession) -> String {
    Fleet.product(named: device.client)?.title ?? device.client
  }

  /// Where every app of the family lists what waits (AppShell).
  private static let path: PagePath = "/hub/attention"

  /// "2 conflicts and 1 change set aside wait".
  static func text(_ counts: AttentionCounts) -> String {
    let parts = [
      counts.conflicts > 0 ? amount(counts.conflicts, "conflict", "conflicts") : nil,
      counts.quarantined > 0
        ? amount(counts.quarantined, "change set aside", "changes set aside") : nil,
    ].compactMap { $0 }
    let isOne = counts.conflicts + counts.quarantined == 1
    return parts.joined(separator: " and ") + (isOne ? " waits" : " wait")
  }

  private static func amount(_ count: Int64, _ one: String, _ many: String) -> String {
    let text = CountWords.text(Int(count), one, many)
    return count == AttentionCounts.countMax ? "\(text) or more" : text
  }
}

import HubContracts
import HubCore
import WebInterface

/// The form by which a person says what an app may know and ask of their other apps.
struct SharingForm {
  let device: DeviceSession
  /// Those of which the account has anything, and what is granted.
  let offered: [SharingScope]
  let granted: Set<SharingScope>

  init(device: DeviceSession, granted: Set<SharingScope>, products: [ProductRecord]) {
    self.device = device
    self.granted = granted
    let inUse = products.filter { !$0.devices.isEmpty || $0.recordCount > 0 }
      .flatMap(\.product.domains)
    offered = SharingScope.offered(to: device.client).filter {
      inUse.contains($0.domain) || granted.contains($0)
    }
  }

  private var app: String { Fleet.product(named: device.client)?.title ?? device.client }

  var html: HTML {
    if offered.isEmpty {
      return emptyState(.devices, "Nothing to share yet") {
        p("Connect another app first. What it tells of its days can then be shown in \(app) too.")
        row { buttonLink("Back", to: "/devices") }
      }
    }
    return stack {
      p(
        """
        \(app) on \(bdi(device.deviceName)) asks no other app. It reads here what you choose, keeps a \
        copy for when it is offline, and loses it when you take it back or disconnect it.
        """)
      form(to: "/devices/\(device.id.description)/sharing") {
        for scope in offered { choice(scope) }
        formActions {
          button("Save")
          buttonLink("Back", to: "/devices")
        }
      }
    }
  }

  private func choice(_ scope: SharingScope) -> HTML {
    field(Self.label(scope), scope.description, .checkbox) {
      $0.value = granted.contains(scope) ? "on" : ""
      $0.isRequired = false
      $0.hint = Self.hint(scope)
    }
  }

  private static func label(_ scope: SharingScope) -> String {
    let app = Fleet.owner(of: scope.domain)?.title ?? scope.domain.rawValue
    switch scope {
    case .readSummaries: return "Read the days of \(app)"
    case .propose(let name): return "Ask \(app): \(ActionWords.title(of: name).lowercased())"
    }
  }

  private static func hint(_ scope: SharingScope) -> HTML {
    switch scope {
    case .readSummaries(let domain):
      let names = ContractTable.daySummary(of: domain)?.rules.map { FactWords.name($0.name) } ?? []
      return "One line for each day: \(names.joined(separator: "; "))."
    case .propose: return "It stands on Activity like what you ask for yourself."
    }
  }
}

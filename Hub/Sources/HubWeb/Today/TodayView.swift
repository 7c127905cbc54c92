import HubContracts
import HubCore
import WebInterface

/// The Today page's content.
///
/// The live parts are named by the day: with the next one the page is opened anew.
struct TodayView {
  let today: Today
  let devices: [DeviceSession]
  let commands: ConnectCommands
  let appPages: [String: SiteOrigin]
  /// Whether the product's own service can be asked.
  let isBound: @Sendable (Product) -> Bool
  /// How many actions wait for the person to say yes or no.
  let actionsToDecide: Int
  /// What can be done on the card of a product.
  let actions: @Sendable (Product) -> AppActions

  private var words: DateWords {
    DateWords(today.clock, nowMilliseconds: today.nowMilliseconds)
  }

  var lead: HTML {
    time(DateWords.long(today.day), .datetime(today.day.description))
  }

  private var present: [AppDay] { today.apps.filter { $0.state != .notConnected } }
  private var absent: [AppDay] { today.apps.filter { $0.state == .notConnected } }

  var html: HTML {
    HTML([
      OfflineNotice(words: words).html, ofDay("attention", attention),
      present.isEmpty ? firstApp : HTML([day, others]),
    ])
  }

  private var firstApp: HTML {
    board {
      FirstApp(commands: commands).html
    } aside: {
      others
    }
  }

  private var day: HTML {
    board {
      ofDay("apps", cards { for app in present { card(of: app) } })
    } aside: {
      ofDay("day", DayCard(today: today, words: words).html)
    }
  }

  private func ofDay(_ name: String, _ content: HTML) -> HTML {
    live("\(name)-\(today.day)", content)
  }

  private func card(of app: AppDay) -> HTML {
    AppCard(
      app: app, today: today, words: words, page: appPages[app.product.name],
      devices: devices.filter { $0.client == app.product.name },
      actions: actions(app.product)
    ).html
  }

  /// What a person should look at before the rest (SIGN-25).
  @HTMLBuilder private var attention: HTML {
    if today.unreadableRecords > 0 {
      let count = CountWords.text(today.unreadableRecords, "record", "records")
      notice(.caution, "\(count) of today cannot be read by this Hub") {
        p("Nothing is lost: the app still has what it sent. A newer Hub may understand it.")
      }
    }
    if actionsToDecide > 0 {
      let count = CountWords.text(actionsToDecide, "action waits", "actions wait")
      notice(.caution, "\(count) for your yes") {
        row { buttonLink("Look, and decide", to: "/activity", .plain) }
      }
    }
    for device in devices where !device.isInUse { approvalNeeded(on: device) }
    for device in devices where isNew(device) {
      p(.class("quiet-text")) {
        bdi(device.deviceName)
        """
         (\(Fleet.product(named: device.client)?.title ?? device.client) on \
        \(device.platform.title)) was connected \
        \(words.html(milliseconds: device.createdAtMilliseconds)). Not you? \
        \(link("Disconnect it", to: "/devices/\(device.id.description)")).
        """
      }
    }
  }

  /// The app asks once more before it belongs to the account for ever; nothing comes until then.
  private func approvalNeeded(on device: DeviceSession) -> HTML {
    let product = Fleet.product(named: device.client)
    return notice(
      .caution, "\(product?.title ?? device.client) on \(bdi(device.deviceName)) waits for your yes"
    ) {
      p("It asks once more before it belongs to this account for good. Nothing is sent until then.")
      if let product { p("Where it is, run \(code(commands.approve(product))).") }
    }
  }

  private func isNew(_ device: DeviceSession) -> Bool {
    today.nowMilliseconds - device.createdAtMilliseconds < 7 * Milliseconds.day
  }

  // MARK: - Apps that are not there

  @HTMLBuilder private var others: HTML {
    let (services, apps) = absent.map(\.product).partitioned(by: isBound)
    let (ready, later) = apps.partitioned(by: \.canConnect)
    // Before the first app is connected, the page is all about that already.
    if !ready.isEmpty, !present.isEmpty {
      listing("Not connected", ready) {
        for product in ready {
          commandLine(commands.connect(product))
        }
      }
    }
    if !services.isEmpty {
      listing("Not linked", services) {
        for product in services {
          if let page = appPages[product.name] {
            row { buttonLink("Link it in \(product.title)", to: "/", at: page) }
          }
        }
      }
    }
    if !later.isEmpty {
      listing("Other apps", later) {
        p("This Hub cannot take their days yet.", .class("quiet-text"))
      }
    }
  }

  private func listing(
    _ title: HTML, _ products: [Product], @HTMLBuilder end: () -> HTML
  ) -> HTML {
    WebInterface.card(title) {
      facts(products.map { (name(of: $0), HTML($0.purpose)) })
      end()
    }
  }

  private func name(of product: Product) -> HTML {
    span(.class("row")) {
      Brand(rawValue: product.name)?.mark ?? .empty
      span(product.title)
    }
  }
}

extension [Product] {
  fileprivate func partitioned(
    by isFirst: (Product) -> Bool
  ) -> (first: [Product], second: [Product]) {
    (filter(isFirst), filter { !isFirst($0) })
  }
}

/// What a person sees before any app is connected: how to connect the first.
struct FirstApp {
  let commands: ConnectCommands

  var html: HTML {
    HTML(
      ConnectCommands.connectable.prefix(1).map { product in
        card("Connect your first app", id: "first-app") {
          p(
            """
            Your day appears here once an app tells it. The app keeps everything it has; the Hub \
            gets numbers and times.
            """)
          ol(.class("stack")) {
            step("Where \(product.title) is, run this. It shows a code.") {
              commandLine(commands.connect(product))
            }
            step("Type the code here, and look at what would be connected.") {
              row { buttonLink("Type the code", to: "/connect", .primary, icon: .link) }
            }
            step("Say yes in \(product.title) too. Then it syncs by itself.") {
              commandLine(commands.approve(product))
            }
          }
        }
      })
  }

  private func step(_ text: HTML, @HTMLBuilder act: () -> HTML) -> HTML {
    // The list's own numbers stay only where the item itself is no grid.
    li {
      stack {
        p(text)
        act()
      }
    }
  }
}

import HubContracts
import HubCore
import WebInterface

/// The last step: what was decided, and what to do next in the app.
enum ConnectResult: ConnectStep {
  case approved(DeviceGrant, _ deviceName: String, ConnectCommands)
  case denied
  case documentOwned(DeviceGrant)

  var title: String {
    switch self {
    case .approved: "Approved"
    case .denied: "Refused"
    case .documentOwned: "This store has another owner"
    }
  }

  var lead: HTML { .empty }

  var html: HTML {
    switch self {
    case .approved(let grant, let deviceName, let commands):
      approved(grant, deviceName, commands)
    case .denied:
      stack {
        p("The app got nothing. It says so itself within a few seconds.")
        p(
          """
          If you did not ask for it, somebody else tried to get in with a code; there is nothing \
          more to do.
          """, .class("quiet-text"))
        formActions { buttonLink("Go to Today", to: "/", .primary) }
      }
    case .documentOwned(let grant):
      stack {
        p(
          """
          The store \(code(grant.documentShort)) was bound to another account or another app \
          before, and that is for good. Nothing was changed, here or there.
          """)
        p("Sign in with the account that owns it, or let \(title(of: grant)) begin a new store.")
        formActions { buttonLink("Go to Today", to: "/", .primary) }
      }
    }
  }

  private func approved(
    _ grant: DeviceGrant, _ deviceName: String, _ commands: ConnectCommands
  ) -> HTML {
    stack {
      notice(.good, "\(title(of: grant)) on \(bdi(deviceName)) may connect") {
        p("One step is left: it asks you once more, then it binds its store and syncs.")
      }
      if let product = grant.product, grant.platform != .browser {
        p("In \(product.title), run:")
        commandLine(commands.approve(product))
      }
      p(link("Choose what it may see of your other apps", to: "/devices"))
      formActions { buttonLink("Go to Today", to: "/", .primary) }
    }
  }

  private func title(of grant: DeviceGrant) -> String { grant.product?.title ?? grant.client }
}

import HubCore
import ToolboxCommandLine
import ToolboxJSON
import WebInterface

/// `hub services`: which services a Hub with these settings asks, and what they need to know of it.
enum ServicesCommand {
  static func run(_ settings: ServeSettings) throws(ProgramFailure) -> VerbAnswer {
    let bound = BoundServices.bound(settings.appPages)
    for (product, site) in bound { _ = try BoundServices.origin(of: product, site) }
    guard let identity = try HubKeys.findIdentity(in: settings.data) else {
      throw .failure("There is no Hub in this folder yet. Start it once: hub serve")
    }
    var lines = bound.map { product, site in "\(product.title): \(site.text)" }
    if lines.isEmpty {
      lines = ["No service is asked. Name one: --app-page live=https://live.example.org"]
    }
    lines += ["A service has to know this Hub's key:", "  \(identity.publicKey)"]
    return VerbAnswer(lines) { json in
      json.object { json in
        json.member("hubKey", identity.publicKey)
        json.member("services") { json in
          json.array(bound) { json, service in
            json.object { json in
              json.member("product", service.product.name)
              json.member("origin", service.site.text)
            }
          }
        }
      }
    }
  }
}

import HubCore
import ToolboxCommandLine
import ToolboxJSON
import WebInterface

/// `hub services`: which services a Hub with these settings asks, and what they need to know of it.
enum ServicesCommand {
  static func run(
    _ settings: ServeSettings, isJSON: Bool, _ console: any Console
  ) throws(ProgramFailure) -> ExitStatus {
    let bound = BoundServices.bound(settings.appPages)
    for (product, site) in bound { _ = try BoundServices.origin(of: product, site) }
    guard let identity = try HubKeys.findIdentity(in: settings.data) else {
      throw .failure("There is no Hub in this folder yet. Start it once: hub serve")
    }
    if isJSON {
      console.print(json(bound.map { ($0.product.name, $0.site) }, identity))
      return .done
    }
    if bound.isEmpty {
      console.print("No service is asked. Name one: --app-page live=https://live.example.org")
    }
    for (product, site) in bound { console.print("\(product.title): \(site.text)") }
    console.print("A service has to know this Hub's key:")
    console.print("  \(identity.publicKey)")
    return .done
  }

  private static func json(
    _ bound: [(name: String, site: SiteOrigin)], _ identity: HubIdentity
  ) -> String {
    let bytes = JSONWriter.write { json in
      json.object { json in
        json.member("hubKey", identity.publicKey)
        json.member("services") { json in
          json.array(bound) { json, service in
            json.object { json in
              json.member("product", service.name)
              json.member("origin", service.site.text)
            }
          }
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

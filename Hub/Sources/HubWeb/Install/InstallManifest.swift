import ToolboxJSON
import WebInterface

/// What browsers need to put the Hub among a device's apps.
///
/// Source: W3C, Web Application Manifest.
enum InstallManifest {
  /// The icons that systems ask for, and which of them may be cut to a shape.
  static let icons = [
    StaticAsset("icon-192.png", PackageResources.icon_192_png),
    StaticAsset("icon-512.png", PackageResources.icon_512_png),
    StaticAsset("icon-maskable.png", PackageResources.icon_maskable_png),
  ]

  static let file = StaticAsset(
    "hub.webmanifest",
    JSONWriter.write { json in
      json.object { json in
        json.member("id", "/")
        json.member("name", Brand.hub.name)
        json.member("short_name", Brand.hub.name)
        json.member("description", "Your day across your apps, on your own Hub.")
        json.member("lang", "en")
        json.member("start_url", "/")
        json.member("scope", "/")
        json.member("display", "standalone")
        json.member("theme_color", Site.groundColour)
        json.member("background_color", Site.groundColour)
        json.member(named: "icons") { json in
          json.array(
            Array(zip(icons, [("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")]))
          ) {
            json, icon in
            json.object { json in
              json.member("src", icon.0.path.text)
              json.member("sizes", icon.1.0)
              json.member("type", icon.0.contentType)
              json.member("purpose", icon.1.1)
            }
          }
        }
      }
    })
}

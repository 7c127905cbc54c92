import WebInterface

/// What an app adds to the local site: its pages, its entries in the navigation, its scripts.
public struct AppPages: Sendable {
  public var navigation: [Site.Destination]
  /// For every page, after the family's own.
  public var styleSheets: [StaticAsset]
  /// ES modules for every page.
  public var modules: [StaticAsset]
  public var routes: [PageRoute]

  public init(
    navigation: [Site.Destination], styleSheets: [StaticAsset] = [], modules: [StaticAsset] = [],
    routes: [PageRoute]
  ) {
    self.navigation = navigation
    self.styleSheets = styleSheets
    self.modules = modules
    self.routes = routes
  }
}

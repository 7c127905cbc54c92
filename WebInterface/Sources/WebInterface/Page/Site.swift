import ToolboxHTTP

/// What all pages of one product share: look, navigation, files and headers.
public struct Site: Sendable {
  /// A page that the navigation leads to.
  public struct Destination: Sendable, Equatable {
    public let title: String
    public let path: PagePath
    public let icon: Icon

    public init(_ title: String, _ path: PagePath, _ icon: Icon) {
      self.title = title
      self.path = path
      self.icon = icon
    }
  }

  public let brand: Brand
  /// In the order of importance: a phone shows the first four and puts the rest under "More".
  public let navigation: [Destination]
  public let footer: HTML
  public let headers: SecurityHeaders
  /// Every file that the pages need; ask it first for each request.
  public let assets: StaticAssets

  let styleSheets: [StaticAsset]
  let icon: StaticAsset
  let modules: [StaticAsset]
  let manifest: StaticAsset?

  /// Behind every page in its light look, as CSS: for what has to name it outside of a style sheet.
  public static let groundColour = Palette.light.ground.css

  /// Where all that is that a page needs to look and behave as it should.
  public var pageFiles: [PagePath] { ([icon] + styleSheets + modules).map(\.path) }

  /// - `styleSheets`: the product's own, after the family's.
  /// - `modules`: scripts (ES modules) for every page, on top of the family's own.
  /// - `manifest`: by which browsers install the site; nil for one that is not to be installed.
  /// - `files`: what else the site serves under ``StaticAssets/prefix``.
  public init(
    _ brand: Brand, headers: SecurityHeaders, navigation: [Destination] = [],
    footer: HTML = .empty, styleSheets: [StaticAsset] = [], modules: [StaticAsset] = [],
    manifest: StaticAsset? = nil, files: [StaticAsset] = []
  ) {
    self.brand = brand
    self.headers = headers
    self.navigation = navigation
    self.footer = footer
    self.modules = [FamilyLook.script] + modules
    self.styleSheets = [FamilyLook.styleSheet] + styleSheets
    self.manifest = manifest
    icon = brand.iconFile
    assets = StaticAssets(
      [icon] + self.styleSheets + self.modules + [manifest].compactMap { $0 } + files)
  }
}

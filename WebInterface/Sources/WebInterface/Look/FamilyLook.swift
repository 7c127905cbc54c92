/// The style sheet and the script that all sites share, compiled into the binary.
enum FamilyLook {
  static let styleSheet = StaticAsset(
    "look.css",
    Array(Palette.css.utf8) + PackageResources.foundation_css + PackageResources.shell_css
      + PackageResources.components_css + PackageResources.forms_css + PackageResources.charts_css
      + PackageResources.print_css)

  static let script = StaticAsset("enhance.js", PackageResources.enhance_js)
}

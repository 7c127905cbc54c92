import WebInterface

/// The script that shows details, and what it fetches only once somebody unlocks.
enum UnlockScript {
  /// Opens sealed details, and reads words: checked against the vectors of docs/protocol/sealed.md.
  static let parts = [sealed, words]

  /// For every page, because the pages that show details are put into the one that has the keys.
  static let module = StaticAsset("unlock.js", head + PackageResources.unlock_js)

  private static let sealed = StaticAsset("sealed.js", PackageResources.sealed_js)
  private static let words = StaticAsset("words.js", PackageResources.words_js)

  /// The names of the files that it fetches; other files make it another script.
  private static let head = Array(
    "const files = { sealed: \"\(sealed.path.text)\", words: \"\(words.path.text)\" };\n\n".utf8)
}

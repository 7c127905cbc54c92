import HubContracts
import HubCore
import WebInterface

/// What a person runs to connect an app from a terminal.
struct ConnectCommands {
  let origin: SiteOrigin
  /// The folders of apps that do not keep their data in the usual one, by the product's name.
  var appData: [String: String] = [:]

  /// The products of the dashboard that this Hub can take records of.
  static var connectable: [Product] {
    TodayService.dashboard.filter(\.canConnect)
  }

  func connect(_ product: Product) -> String {
    "\(product.name) connect \(origin.text)\(dataOption(of: product))"
  }

  func approve(_ product: Product) -> String { "\(product.name) approve\(dataOption(of: product))" }

  private func dataOption(of product: Product) -> String {
    appData[product.name].map { " --data \(ShellWord.text($0))" } ?? ""
  }
}

/// A word of a command that a person copies into a shell.
public enum ShellWord {
  /// `word` as it is where no shell sees more in it than its letters, else in quotes.
  public static func text(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789/._-".unicodeScalars.contains($0)
    }
    return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: #"'\''"#))'"
  }
}

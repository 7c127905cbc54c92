import HubContracts
import HubHTTP
import ToolboxCommandLine
import WebInterface

/// Where an app's own page is.
struct AppPage: Sendable, Equatable {
  let app: String
  let origin: SiteOrigin
}

/// Where an app keeps its data.
struct AppFolder: Sendable, Equatable {
  let app: String
  let folder: String
}

extension ValueKind where Value == SiteOrigin {
  static var origin: ValueKind {
    ValueKind("URL") { (word) throws(ValueProblem) in
      guard let origin = SiteOrigin(word) else {
        throw ValueProblem(expected: "an address such as https://hub.example.org")
      }
      return origin
    }
  }
}

extension ValueKind where Value == AddressRange {
  static var addressRange: ValueKind {
    ValueKind("ADDRESS") { (word) throws(ValueProblem) in
      guard let range = AddressRange(word) else {
        throw ValueProblem(expected: "an address such as 127.0.0.1, or a range such as 10.0.0.0/8")
      }
      return range
    }
  }
}

extension ValueKind where Value == AppPage {
  static var appPage: ValueKind {
    ValueKind("NAME=URL") { (word) throws(ValueProblem) in
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, Fleet.product(named: parts[0]) != nil,
        let origin = SiteOrigin(parts[1])
      else {
        throw ValueProblem(
          expected: "an app and its address, as anchor=http://anchor.localhost:8766")
      }
      return AppPage(app: parts[0], origin: origin)
    }
  }
}

extension ValueKind where Value == AppFolder {
  static var appData: ValueKind {
    ValueKind("NAME=DIR") { (word) throws(ValueProblem) in
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, Fleet.product(named: parts[0]) != nil else {
        throw ValueProblem(expected: "an app and its folder, as anchor=/srv/anchor")
      }
      return AppFolder(app: parts[0], folder: parts[1])
    }
  }
}

extension ValueKind where Value == String {
  static var loopbackName: ValueKind {
    ValueKind("NAME") { (word) throws(ValueProblem) in
      guard Loopback.isName(word) else {
        throw ValueProblem(expected: "localhost or a name under it, such as hub.localhost")
      }
      return word
    }
  }
}

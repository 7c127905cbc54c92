import ToolboxJSON

/// The signed list of a domain's devices as it travels; the Hub keeps entries and can read none
/// (docs/protocol/sealed.md, "5.1 The directory").
public struct SealedDirectoryPage: Sendable, Equatable {
  public static let path = "/v1/sealed/directory"
  /// Entries of one domain.
  public static let entriesMax = 4_096
  /// Of one entry; what the kit makes takes about 250.
  public static let entryBytesMax = 1_024

  /// Oldest first, each as base64url.
  public var entries: [String]

  public init(entries: [String]) { self.entries = entries }

  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("entries") { json in
          json.array(entries) { json, entry in json.string(entry) }
        }
      }
    }
  }

  /// Reads what ``json`` writes; members that are not known are skipped.
  public static func read(_ bytes: [UInt8]) throws(JSONError) -> SealedDirectoryPage {
    var entries: [String]?
    try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
      try scanner.object { (scanner, key) throws(JSONError) in
        guard key == "entries" else {
          _ = try scanner.raw()
          return
        }
        var found: [String] = []
        try scanner.array { (scanner) throws(JSONError) in
          found.append(try scanner.directoryEntry())
        }
        entries = found
      }
    }
    guard let entries else { throw JSONError(.missingKey, at: 0) }
    return SealedDirectoryPage(entries: entries)
  }
}

/// An entry to be appended to a domain's directory, if it still is the next one.
public struct SealedDirectoryAppend: Sendable, Equatable {
  public var domain: Domain
  /// How many entries there are before it, as far as the device knows.
  public var index: Int
  /// Base64url of at most ``SealedDirectoryPage/entryBytesMax`` bytes.
  public var entry: String

  public init(domain: Domain, index: Int, entry: String) {
    self.domain = domain
    self.index = index
    self.entry = entry
  }

  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("domain", domain.rawValue)
        json.member("index", index)
        json.member("entry", entry)
      }
    }
  }

  /// Throws ``RequestRefusal`` for what is not exactly this.
  public static func read(_ bytes: [UInt8]) throws(RequestRefusal) -> SealedDirectoryAppend {
    var domain: String?
    var index: Int64?
    var entry: String?
    do throws(JSONError) {
      try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
        try scanner.object { (scanner, key) throws(JSONError) in
          switch key {
          case "domain": domain = try scanner.string(bytesMax: 32)
          case "index":
            index = try scanner.integer(in: 0...Int64(SealedDirectoryPage.entriesMax - 1))
          case "entry": entry = try scanner.directoryEntry()
          default: throw JSONError(.unknownKey, at: scanner.position)
          }
        }
      }
    } catch { throw RequestRefusal(error) }
    guard let domain, let index, let entry else {
      throw RequestRefusal(JSONError(.missingKey, at: 0))
    }
    guard let domain = Domain(rawValue: domain) else {
      throw RequestRefusal(.invalidDomain, "The Hub knows no such domain.")
    }
    return SealedDirectoryAppend(domain: domain, index: Int(index), entry: entry)
  }
}

/// What became of an entry; either is a normal answer.
public struct SealedDirectoryAnswer: Sendable, Equatable {
  /// Whether it is on the Hub's disk; else another came before it, and it is made anew behind that one.
  public var isAppended: Bool
  /// How many entries there are now.
  public var size: Int

  public init(isAppended: Bool, size: Int) {
    self.isAppended = isAppended
    self.size = size
  }

  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("isAppended", isAppended)
        json.member("size", size)
      }
    }
  }

  public static func read(_ bytes: [UInt8]) throws(JSONError) -> SealedDirectoryAnswer {
    let node = try JSONNode.parse(bytes)
    guard case .bool(let isAppended) = node["isAppended"]?.value,
      case .integer(let number) = node["size"]?.value, let size = Int(exactly: number), size >= 0
    else { throw JSONError(.wrongKind, at: 0) }
    return SealedDirectoryAnswer(isAppended: isAppended, size: size)
  }
}

extension JSONScanner {
  /// Base64url, not empty and within ``SealedDirectoryPage/entryBytesMax``.
  fileprivate mutating func directoryEntry() throws(JSONError) -> String {
    let start = position
    let text = try utf8(bytesMax: (SealedDirectoryPage.entryBytesMax * 4 + 2) / 3)
    guard !text.isEmpty, text.allSatisfy(\.isBase64URL) else {
      throw JSONError(.wrongKind, at: start)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

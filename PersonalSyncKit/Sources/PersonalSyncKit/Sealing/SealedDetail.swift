import HubContracts
import ToolboxJSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What an app says of a record to the person's own devices and to nobody else: a title, a note, a name.
///
/// An app gives it with a record and gets it back; the kit seals and opens it (docs/protocol/sealed.md).
/// `CodingKeys` names every member that this program knows. Members of a newer program are kept when an
/// older one writes the record again. A member is never given another meaning; a new one is optional.
public protocol SealedDetail: Codable, Sendable, Equatable {
  associatedtype CodingKeys: CodingKey, CaseIterable
}

/// A detail on its way into the journal.
public struct DetailDraft: Sendable, Equatable {
  /// A JSON object.
  let json: [UInt8]
  /// The members that its program knows; nil where it is to stay exactly as it is.
  let members: Set<String>?

  /// - Precondition: `detail` encodes to a JSON object of finite numbers.
  public init<Detail: SealedDetail>(_ detail: Detail) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { json = Array(try encoder.encode(detail)) } catch {
      preconditionFailure("a detail is made of JSON's values")
    }
    members = Set(Detail.CodingKeys.allCases.map(\.stringValue))
  }

  /// As it was kept.
  init?(kept json: [UInt8]?) {
    guard let json else { return nil }
    self.json = json
    members = nil
  }

  /// This detail with the members of `known` that its program does not know.
  ///
  /// A known detail that is no JSON object has none: an app of another kind made it.
  func carrying(membersOf known: [UInt8]?) -> [UInt8] {
    guard let members, let known, let others = Self.members(of: known),
      var all = Self.members(of: json)
    else { return json }
    let carried = others.filter { !members.contains($0.key) }
    if carried.isEmpty { return json }
    all.merge(carried) { own, _ in own }
    return JSONWriter.write { json in
      json.object { json in
        for (name, value) in all.sorted(by: { $0.key < $1.key }) {
          json.member(named: name) { json in json.raw(value) }
        }
      }
    }
  }

  private static func members(of object: [UInt8]) -> [String: [UInt8]]? {
    var members: [String: [UInt8]] = [:]
    do throws(JSONError) {
      try JSONScanner.read(object) { (scanner) throws(JSONError) in
        try scanner.object { (scanner, name) throws(JSONError) in
          members[name] = Array(try scanner.raw())
        }
      }
    } catch { return nil }
    return members
  }
}

extension SealedDetail {
  /// Nil where a newer program made it in a way that this one cannot read.
  public init?(opened json: [UInt8]) {
    do { self = try JSONDecoder().decode(Self.self, from: Data(json)) } catch { return nil }
  }
}

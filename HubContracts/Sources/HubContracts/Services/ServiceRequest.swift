import ToolboxJSON

/// The bounds of what a Hub and a service say to each other.
public enum ServiceLimits {
  /// A request's body, in bytes; a service refuses more before it looks at it.
  public static let requestBytesMax = 4_096
  /// An answer's body, in bytes; a Hub takes no more.
  public static let answerBytesMax = 16_384
  /// Records that a day's answer lists.
  public static let itemsMax = 20
  /// How far a request's time may be from the service's own, before or after it, in milliseconds.
  public static let clockMilliseconds: Int64 = 30_000
  /// A nonce before it is written as base64url, in bytes.
  public static let nonceBytes = 16
  static let nonceCharacters = 22
}

/// What a Hub asks a service, in the bytes that it signs.
///
/// All of it is in the body, the address too, so there is nothing beside the signed bytes that a
/// service would have to compare with them.
/// Source: docs/protocol/service-binding.md, "A request".
public struct ServiceRequest: Sendable, Equatable {
  public static let signatureHeader = SessionStatement.signatureHeader
  private static let kind = "hub-service-v1"
  private static let method = "POST"

  public enum Ask: Sendable, Equatable {
    /// What the service says about a day.
    case day(Day)
    /// To do something.
    case perform(ServiceIntent)

    public var target: String {
      switch self {
      case .day: ServiceRequest.dayTarget
      case .perform: ServiceRequest.performTarget
      }
    }
  }

  public static let dayTarget = "/hub/v1/day"
  public static let performTarget = "/hub/v1/perform"

  public var hub: HubID
  /// The service's origin, as it stands in the Hub's settings.
  public var audience: String
  public var timeMilliseconds: Int64
  /// Never used before; base64url of ``ServiceLimits/nonceBytes`` bytes.
  public var nonce: String
  /// Which of the service's people; the id that the service chose when they connected it.
  public var link: DocumentID
  public var ask: Ask

  public init(
    hub: HubID, audience: String, timeMilliseconds: Int64, nonce: String, link: DocumentID,
    ask: Ask
  ) {
    self.hub = hub
    self.audience = audience
    self.timeMilliseconds = timeMilliseconds
    self.nonce = nonce
    self.link = link
    self.ask = ask
  }

  /// The bytes that are signed and sent.
  public var json: [UInt8] {
    JSONWriter.write { json in
      json.object { json in
        json.member("statement", Self.kind)
        json.member("hub", hub.description)
        json.member("audience", audience)
        json.member("method", Self.method)
        json.member("target", ask.target)
        json.member("time", timeMilliseconds)
        json.member("nonce", nonce)
        json.member("link", link.description)
        switch ask {
        case .day(let day): json.member("day", day.description)
        case .perform(let intent): json.member("intent") { intent.write(to: &$0) }
        }
      }
    }
  }

  /// Reads strictly; nothing in it has been compared with anything yet.
  public static func read(_ bytes: [UInt8]) throws(ServiceRefusal) -> ServiceRequest {
    var draft = RequestDraft()
    do throws(JSONError) {
      try JSONScanner.read(bytes) { (scanner) throws(JSONError) in
        try scanner.object { (scanner, key) throws(JSONError) in try draft.read(key, &scanner) }
      }
    } catch { throw draft.refusal ?? .malformed }
    guard draft.statement == kind, draft.method == method, let request = draft.request else {
      throw .malformed
    }
    return request
  }
}

private struct RequestDraft {
  var statement: String?
  var method: String?
  /// Why an intent was not taken, where that can be said more exactly.
  var refusal: ServiceRefusal?
  private var hub: HubID?
  private var audience: String?
  private var target: String?
  private var time: Int64?
  private var nonce: String?
  private var link: DocumentID?
  private var day: Day?
  private var intent: ServiceIntent?

  mutating func read(_ member: String, _ scanner: inout JSONScanner) throws(JSONError) {
    switch member {
    case "statement": statement = try scanner.string(bytesMax: 32)
    case "hub": hub = try scanner.identifier()
    case "audience": audience = try scanner.string(bytesMax: 300)
    case "method": method = try scanner.string(bytesMax: 8)
    case "target": target = try scanner.string(bytesMax: 32)
    case "time": time = try scanner.integer(in: 0...SyncLimits.stampMax)
    case "nonce": nonce = try scanner.string(bytesMax: ServiceLimits.nonceCharacters)
    case "link": link = try scanner.identifier()
    case "day": day = try scanner.day()
    case "intent":
      let start = scanner.position
      let raw = Array(try scanner.raw())
      do throws(ServiceRefusal) { intent = try ServiceIntent.read(raw) } catch {
        refusal = error
        throw JSONError(.wrongKind, at: start)
      }
    default: throw JSONError(.unknownKey, at: scanner.position)
    }
  }

  /// Nil where a member is missing, or one is there that its target does not have.
  var request: ServiceRequest? {
    guard let hub, let audience, let target, let time, let nonce, let link,
      nonce.utf8.count == ServiceLimits.nonceCharacters, let ask, ask.target == target
    else { return nil }
    return ServiceRequest(
      hub: hub, audience: audience, timeMilliseconds: time, nonce: nonce, link: link, ask: ask)
  }

  private var ask: ServiceRequest.Ask? {
    switch (day, intent) {
    case (let day?, nil): .day(day)
    case (nil, let intent?): .perform(intent)
    case (nil, nil), (_?, _?): nil
    }
  }
}

extension JSONScanner {
  mutating func day() throws(JSONError) -> Day {
    let start = position
    guard let day = Day(utf8: try utf8(bytesMax: 10)) else {
      throw JSONError(.wrongKind, at: start)
    }
    return day
  }
}

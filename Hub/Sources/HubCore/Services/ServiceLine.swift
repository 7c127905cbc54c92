import HubContracts
import ToolboxCrypto
import ToolboxJSON

/// What a person's service says about their day, as far as the Hub knows now.
public enum ServiceReading: Sendable, Equatable {
  case told(ServiceDay, atMilliseconds: Int64)
  /// Asked, and not answered yet.
  case asking
  case silent(ServiceSilence)
}

/// The Hub's line to one service: everything that is asked of it goes through here.
///
/// It keeps a service that hangs from holding up anybody: at most ``underWayMax`` requests, none while
/// the breaker is open, and a look that takes longer than a page's patience goes on by itself.
/// Source: docs/protocol/service-binding.md, "What the Hub does".
public actor ServiceLine {
  public static let timeOut: Duration = .seconds(2)
  /// How long a page waits for what is being asked.
  public static let patience: Duration = .milliseconds(250)
  static let underWayMax = 8
  /// How long what was told, or that nothing was, is taken for still so.
  static let keptMilliseconds = 10 * Milliseconds.second
  private static let keptMax = 1_000

  public struct Parts: Sendable {
    public var identity: HubIdentity
    public var transport: any ServiceTransport
    public var clock: any WallClock
    public var random: any RandomBytes
    /// Returns when a page has waited long enough, or the task is cancelled.
    public var wait: @Sendable () async -> Void

    public init(
      identity: HubIdentity, transport: any ServiceTransport, clock: any WallClock,
      random: any RandomBytes, wait: @escaping @Sendable () async -> Void
    ) {
      self.identity = identity
      self.transport = transport
      self.clock = clock
      self.random = random
      self.wait = wait
    }
  }

  private struct Look: Hashable {
    let link: DocumentID
    let day: Day
  }

  private struct Kept {
    let reading: ServiceReading
    let atMilliseconds: Int64
  }

  public nonisolated let domain: Domain
  /// The service's origin, as every request names it.
  private let audience: String
  private let parts: Parts
  private var breaker = CircuitBreaker()
  private var underWay = 0
  private var kept: [Look: Kept] = [:]
  private var running: [Look: Task<ServiceReading, Never>] = [:]

  public init(to domain: Domain, at audience: String, _ parts: Parts) {
    self.domain = domain
    self.audience = audience
    self.parts = parts
  }

  private var now: Int64 { parts.clock.nowMilliseconds }

  // MARK: - Looking at a day

  /// What the service says of a day, or why that is not known; after the patience of a page at most.
  ///
  /// Where that is over first, `later` is called once the service has answered or was given up.
  public func look(
    at day: Day, of link: DocumentID, later: @escaping @Sendable () -> Void = {}
  ) async -> ServiceReading {
    let look = Look(link: link, day: day)
    if let kept = kept[look], abs(now - kept.atMilliseconds) < Self.keptMilliseconds {
      return kept.reading
    }
    let task: Task<ServiceReading, Never>
    if let running = running[look] {
      task = running
    } else {
      switch begin() {
      case .refused(let silence): return .silent(silence)
      case .admitted(let admission): task = Task { await self.run(look, admission) }
      }
      running[look] = task
    }
    if let reading = await Patience(wait: parts.wait).value(of: task) { return reading }
    // Ends with the request that it waits for.
    Task {
      _ = await task.value
      later()
    }
    // What was last known to be silent is not called being asked again.
    if case .silent(let silence) = kept[look]?.reading { return .silent(silence) }
    return .asking
  }

  /// Has the next look asked anew: what was told is no longer so.
  private func forget(_ link: DocumentID) { kept = kept.filter { $0.key.link != link } }

  private func run(
    _ look: Look, _ admission: CircuitBreaker.Admission
  ) async -> ServiceReading {
    let domain = domain
    let answer = await send(.day(look.day), of: look.link, admission) { bytes throws(JSONError) in
      try ServiceDay.read(bytes, of: look.day, in: domain)
    }
    let reading: ServiceReading =
      switch answer {
      case .said(let day): .told(day, atMilliseconds: now)
      case .refused(.unknownLink): .silent(.unlinked)
      case .refused: .silent(.refused)
      case .silent(let silence): .silent(silence)
      }
    running[look] = nil
    keep(reading, of: look)
    return reading
  }

  private func keep(_ reading: ServiceReading, of look: Look) {
    if kept.count >= Self.keptMax {
      kept = kept.filter { abs(now - $0.value.atMilliseconds) < Self.keptMilliseconds }
    }
    guard kept.count < Self.keptMax else { return }
    kept[look] = Kept(reading: reading, atMilliseconds: now)
  }

  // MARK: - Asking for something

  /// What a service did with an intent.
  public enum Deed: Sendable, Equatable {
    case done(ActionReceipt)
    /// It will never do it.
    case refused(ServiceRefusal)
    /// It may have done it or not; the same is to be asked again.
    case silent(ServiceSilence)
  }

  public func perform(_ intent: ServiceIntent, of link: DocumentID) async -> Deed {
    let admission: CircuitBreaker.Admission
    switch begin() {
    case .refused(let silence): return .silent(silence)
    case .admitted(let admitted): admission = admitted
    }
    let domain = domain
    let answer = await send(.perform(intent), of: link, admission) { bytes throws(JSONError) in
      do throws(RequestRefusal) {
        let receipt = try ActionReceipt.read(bytes, in: domain)
        if receipt.fence == intent.fence { return receipt }
      } catch { throw JSONError(.wrongKind, at: 0) }
      throw JSONError(.wrongKind, at: 0)
    }
    forget(link)
    switch answer {
    case .said(let receipt): return .done(receipt)
    case .refused(let refusal):
      switch refusal {
      case .unknownAction, .contractViolation, .actionIDReused: return .refused(refusal)
      case .unknownLink: return .silent(.unlinked)
      case .tooLarge, .badSignature, .malformed, .wrongAudience, .stale, .replayed, .unavailable:
        return .silent(.refused)
      }
    case .silent(let silence): return .silent(silence)
    }
  }

  // MARK: - One request

  private enum Beginning {
    case admitted(CircuitBreaker.Admission)
    case refused(ServiceSilence)
  }

  /// Takes a place for a request, or says why there is none.
  private func begin() -> Beginning {
    guard underWay < Self.underWayMax else { return .refused(.crowded) }
    guard let admission = breaker.admit(at: now) else { return .refused(.resting) }
    underWay += 1
    return .admitted(admission)
  }

  private enum Answer<Value> {
    case said(Value)
    case refused(ServiceRefusal)
    case silent(ServiceSilence)
  }

  private func send<Value: Sendable>(
    _ ask: ServiceRequest.Ask, of link: DocumentID, _ admission: CircuitBreaker.Admission,
    reading read: @Sendable ([UInt8]) throws(JSONError) -> Value
  ) async -> Answer<Value> {
    let request = ServiceRequest(
      hub: parts.identity.id, audience: audience, timeMilliseconds: now,
      nonce: Base64URL.encode(parts.random.bytes(ServiceLimits.nonceBytes)), link: link, ask: ask)
    let body = request.json
    let answered = await parts.transport.post(
      body, signature: parts.identity.signature(over: body), to: ask.target)
    let answer = Self.answer(answered, read)
    underWay -= 1
    breaker.ended(admission, isAnswered: Self.isWell(answer), at: now)
    return answer
  }

  private static func answer<Value>(
    _ answered: ServiceTransportAnswer, _ read: ([UInt8]) throws(JSONError) -> Value
  ) -> Answer<Value> {
    switch answered {
    case .silent(let silence): return .silent(silence)
    case .answered(let status, let body):
      guard body.count <= ServiceLimits.answerBytesMax else { return .silent(.unreadable) }
      guard status == 200 else {
        guard let refusal = ServiceRefusal(json: body), refusal.status == status else {
          return .silent(.refused)
        }
        return .refused(refusal)
      }
      do throws(JSONError) { return .said(try read(body)) } catch { return .silent(.unreadable) }
    }
  }

  /// Whether the service is well, whatever it said.
  private static func isWell<Value>(_ answer: Answer<Value>) -> Bool {
    switch answer {
    case .said: true
    case .refused(let refusal):
      [.unknownLink, .unknownAction, .contractViolation, .actionIDReused].contains(refusal)
    case .silent: false
    }
  }
}

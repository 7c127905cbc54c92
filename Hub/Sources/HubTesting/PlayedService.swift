import HubContracts
import HubCore
import ToolboxCrypto
import ToolboxLocks

/// A service in memory that a Hub in a test is bound to, and that a test can have fail.
///
/// It takes requests of its Hub only, and performs each intent once.
public final class PlayedService: ServiceTransport {
  public enum Mood: Sendable {
    case well
    /// Answers nothing until it is in another mood.
    case hanging
    case silent(ServiceSilence)
    /// Does what it is asked, and the answer is lost.
    case losingAnswers
    case answering(status: Int, [UInt8])
  }

  private struct State {
    var mood = Mood.well
    var asked: [ServiceRequest] = []
    var items: [DocumentID: [RecordID: (facts: LiveItemFacts, version: Int64)]] = [:]
    var results: [ActionID: ActionResult] = [:]
    var hanging: [CheckedContinuation<Void, Never>] = []
  }

  public static let origin = "http://live.localhost:8790"

  private let key: VerifyingKey
  private let state = Locked(State())

  public init(of hub: HubIdentity) { key = hub.verifyingKey }

  public var asked: [ServiceRequest] { state.withLock { $0.asked } }

  public func items(of link: DocumentID) -> [RecordID: LiveItemFacts] {
    state.withLock { $0.items[link]?.mapValues(\.facts) ?? [:] }
  }

  /// Changes an item as its person does at the service.
  public func edit(_ id: RecordID, of link: DocumentID) {
    state.withLock { $0.items[link]?[id]?.version += 1 }
  }

  public func put(_ id: RecordID, _ facts: LiveItemFacts, of link: DocumentID) {
    state.withLock { $0.items[link, default: [:]][id] = (facts, 1) }
  }

  public func become(_ mood: Mood) {
    let freed = state.withLock { state in
      state.mood = mood
      defer { state.hanging = [] }
      return state.hanging
    }
    for continuation in freed { continuation.resume() }
  }

  /// A page's patience: none with a service that hangs, without end with any other.
  public func wait() async {
    if case .hanging = state.withLock({ $0.mood }) { return }
    do { try await Task.sleep(for: .seconds(3_600)) } catch { return }
  }

  public func post(
    _ body: [UInt8], signature: String, to target: String
  ) async -> ServiceTransportAnswer {
    guard let signature = Base64URL.decode(signature), key.isValid(signature, over: body) else {
      return Self.refusal(.badSignature)
    }
    let request: ServiceRequest
    do throws(ServiceRefusal) { request = try ServiceRequest.read(body) } catch {
      return Self.refusal(error)
    }
    guard request.audience == Self.origin, request.ask.target == target else {
      return Self.refusal(.wrongAudience)
    }
    state.withLock { $0.asked.append(request) }
    await hang()
    switch state.withLock({ $0.mood }) {
    case .well, .hanging: return .answered(status: 200, answer(request))
    case .silent(let silence): return .silent(silence)
    case .losingAnswers:
      _ = answer(request)
      return .silent(.late)
    case .answering(let status, let bytes): return .answered(status: status, bytes)
    }
  }

  private func hang() async {
    guard case .hanging = state.withLock({ $0.mood }) else { return }
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard case .hanging = state.mood else { return true }
        state.hanging.append(continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
  }

  private static func refusal(_ refusal: ServiceRefusal) -> ServiceTransportAnswer {
    .answered(status: refusal.status, refusal.json)
  }

  private func answer(_ request: ServiceRequest) -> [UInt8] {
    state.withLock { state in
      switch request.ask {
      case .day(let day): return Self.day(day, state.items[request.link] ?? [:])
      case .perform(let intent):
        let id = intent.action.id
        let result =
          state.results[id] ?? Self.perform(intent, &state.items[request.link, default: [:]])
        state.results[id] = result
        return ActionReceipt(fence: intent.fence, result).json
      }
    }
  }

  private static func day(
    _ day: Day, _ items: [RecordID: (facts: LiveItemFacts, version: Int64)]
  ) -> [UInt8] {
    var summary = LiveDaySummary()
    summary.planned = items.values.count { $0.facts.status == .planned }
    summary.doneThisYear = items.values.count { $0.facts.status == .done }
    return ServiceDay(
      day, summary,
      items: items.sorted { $0.key < $1.key }.map { ServiceItem($0.key, $0.value.facts) },
      performs: ["addItem", "setStatus", "setTargetDay"].map { ActionName(.live, $0) }
    ).json
  }

  private static func perform(
    _ intent: ServiceIntent,
    _ items: inout [RecordID: (facts: LiveItemFacts, version: Int64)]
  ) -> ActionResult {
    do throws(ContractViolation) {
      switch intent.action.name.action {
      case "addItem":
        let wish = try AddItem.action.decode(intent.action.parameters)
        var facts = LiveItemFacts()
        (facts.category, facts.targetDay) = (wish.category, wish.targetDay)
        let id = RecordID(type: "item", uuid: intent.action.id.description)
        items[id] = (facts, 1)
        return applied(id, 1)
      case "setStatus":
        let wish = try SetStatus.action.decode(intent.action.parameters)
        guard let item = items[wish.item] else { return .rejected(.notFound) }
        items[wish.item] = (item.facts, item.version + 1)
        items[wish.item]?.facts.status = wish.status
        return applied(wish.item, item.version + 1)
      case SharedAction.takeBack.rawValue:
        guard let required = intent.action.precondition, let item = items[required.ref] else {
          return .rejected(.notFound)
        }
        guard item.version == required.version.number else { return .rejected(.changedSince) }
        items[required.ref] = nil
        return .applied(refs: [required.ref], inverse: nil)
      default: return .rejected(.notPossible)
      }
    } catch { return .rejected(.notPossible) }
  }

  private static func applied(_ id: RecordID, _ version: Int64) -> ActionResult {
    .applied(
      refs: [id],
      inverse: .takeBack(in: .live, requiring: ActionPrecondition(id, Version(version))))
  }
}

extension TestIdentity {
  /// The services of a Hub that is bound to this one.
  public func desk(_ played: PlayedService) -> ServiceDesk {
    let wait: @Sendable () async -> Void = { await played.wait() }
    let line = ServiceLine(
      to: .live, at: PlayedService.origin,
      ServiceLine.Parts(
        identity: service.identity, transport: played, clock: clock, random: random, wait: wait))
    return ServiceDesk(
      lines: ["live": line], identity: service, storage: database, feed: feed, wait: wait)
  }

  /// Links a person with a service, as it does itself with the code that their browser brings.
  public func link(_ person: SignedIn) async throws -> DeviceSignIn {
    let asked = try await ask(client: "live")
    guard try await approve(asked, by: person) == .approved,
      case .signedIn(let signIn) = try await redeem(asked),
      case .session = try await service.device(bearer: signIn.bearer.text, isUse: true)
    else { throw Unexpected.answer }
    return signIn
  }
}

import HubContracts
import ToolboxCrypto

/// Which requests a service has to refuse.
extension Conformance {
  func boundedAnswer() async throws(Shortfall) {
    let answer = await hub.ask(.day(today), of: link)
    guard case .said(let bytes, let headers) = answer else {
      throw .failed("answered \(answer.words)")
    }
    try expect(bytes.count <= ServiceLimits.answerBytesMax, "\(bytes.count) bytes")
    try expect(
      headers["Content-Type"]?.hasPrefix("application/json") == true, "not application/json")
    try expect(headers["Set-Cookie"] == nil, "a cookie was set")
  }

  func refusesUnsigned() async throws(Shortfall) {
    let request = hub.request(.day(today), of: link)
    try expect(
      .badSignature, await hub.send(request.json, signatures: [], to: request.ask.target),
      "no signature")
    let signature = hub.signature(over: request.json)
    try expect(
      .badSignature,
      await hub.send(request.json, signatures: [signature, signature], to: request.ask.target),
      "two signatures")
  }

  func refusesForgery() async throws(Shortfall) {
    let request = hub.request(.day(today), of: link)
    let signature = hub.signature(over: request.json)
    var changed = request
    changed.ask = .day(today.adding(1))
    try expect(
      .badSignature, await hub.send(changed.json, signatures: [signature], to: request.ask.target),
      "another day under the signature")
    guard let stranger = SigningKey(seed: hub.random.bytes(SigningKey.seedByteCount)) else {
      preconditionFailure("32 bytes make a key")
    }
    try expect(
      .badSignature,
      await hub.send(
        request.json, signatures: [Base64URL.encode(stranger.signature(over: request.json))],
        to: request.ask.target), "a stranger's signature")
  }

  func refusesReplay() async throws(Shortfall) {
    let request = hub.request(.day(today), of: link)
    let first = await hub.send(request)
    guard case .said = first else { throw .failed("the first: answered \(first.words)") }
    try expect(.replayed, await hub.send(request), "the same again")
  }

  func refusesOldAndFuture() async throws(Shortfall) {
    for minutes in [-1, 1] as [Int64] {
      var request = hub.request(.day(today), of: link)
      request.timeMilliseconds += minutes * 60_000
      try expect(.stale, await hub.send(request), minutes < 0 ? "a minute old" : "a minute ahead")
    }
  }

  func refusesOtherAudience() async throws(Shortfall) {
    var request = hub.request(.day(today), of: link)
    request.audience = "https://another.example"
    try expect(.wrongAudience, await hub.send(request), "for another service")
  }

  func refusesOtherTarget() async throws(Shortfall) {
    let request = hub.request(.day(today), of: link)
    try expect(
      .malformed, await hub.send(signed: request.json, to: ServiceRequest.performTarget),
      "a day's request at the other address")
  }

  func refusesTooLarge() async throws(Shortfall) {
    let bytes = [UInt8](repeating: UInt8(ascii: " "), count: ServiceLimits.requestBytesMax + 1)
    let answer = await hub.send(signed: bytes, to: ServiceRequest.dayTarget)
    // A server may refuse it before the service's own code sees it, with words of its own.
    if case .refused(413, _) = answer { return }
    throw .failed("\(bytes.count) bytes: answered \(answer.words), not 413")
  }

  func refusesMalformed() async throws(Shortfall) {
    let sound = String(
      decoding: hub.request(.day(today), of: link).json, as: UTF8.self)
    let wrong = [
      ("no bytes", ""), ("no object", "[]"), ("text after the end", sound + "{}"),
      ("an unknown member", sound.replacing("{\"statement\"", with: "{\"extra\":1,\"statement\"")),
      (
        "a member twice",
        sound.replacing("{\"statement\"", with: "{\"day\":\"\(today)\",\"statement\"")
      ),
      ("another statement", sound.replacing("hub-service-v1", with: "hub-action-v1")),
      ("a nonce too short", Self.shortened(sound)),
    ]
    for (name, text) in wrong {
      try expect(
        .malformed, await hub.send(signed: Array(text.utf8), to: ServiceRequest.dayTarget), name)
    }
  }

  private static func shortened(_ text: String) -> String {
    text.replacing("\"nonce\":\"", with: "\"nonce\":\"\",\"x\":\"")
  }

  func refusesUnknownLink() async throws(Shortfall) {
    guard let nobody = DocumentID(hub.random.uuid()) else {
      preconditionFailure("random.uuid() writes a lower-case UUID")
    }
    try expect(.unknownLink, await hub.ask(.day(today), of: nobody), "a day")
    let proposal = ActionProposal(newID(), AddItem(category: .other))
    try expect(.unknownLink, await hub.ask(intent(proposal), of: nobody), "an action")
  }
}

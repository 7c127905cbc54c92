import HubContracts
import ToolboxCrypto

/// What a Hub and a service say to each other: requests, days, receipts and refusals.
///
/// The first line is a request's `Hub-Signature`, the rest its body; without a second line all of it is a body.
func fuzzServices(_ bytes: [UInt8]) {
  let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
  let body = Array(parts.last ?? [])
  checkSignature(String(decoding: parts.first ?? [], as: UTF8.self), over: body)
  checkRequest(body)
  checkAnswers(body)
}

/// A signature that is taken is the one that the Hub makes: an altered body, or another writing of the
/// signature, is refused.
private func checkSignature(_ text: String, over body: [UInt8]) {
  guard let signature = Base64URL.decode(text),
    Played.hub.publicKey.isValid(signature, over: body)
  else { return }
  precondition(signature == Played.hub.signature(over: body), "a signature is another's")
  precondition(Base64URL.encode(signature) == text, "a signature has two texts")
}

/// A request that is read is written so that it reads as the same, and fits where it is asked.
private func checkRequest(_ body: [UInt8]) {
  guard body.count <= ServiceLimits.requestBytesMax else { return }
  let request: ServiceRequest
  do throws(ServiceRefusal) { request = try ServiceRequest.read(body) } catch {
    precondition(
      [.malformed, .unknownAction, .contractViolation].contains(error), "refused as \(error)")
    return
  }
  precondition(
    orFail { try ServiceRequest.read(request.json) } == request, "a request is written as another")
  precondition(
    [ServiceRequest.dayTarget, ServiceRequest.performTarget].contains(request.ask.target),
    "a request has no such target")
}

/// What a service may answer; the Hub takes it whole or not at all.
private func checkAnswers(_ body: [UInt8]) {
  guard body.count <= ServiceLimits.answerBytesMax else { return }
  for domain in Domain.allCases {
    do {
      let day = try ServiceDay.read(body, of: Played.day, in: domain)
      let again = orFail { try ServiceDay.read(day.json, of: Played.day, in: domain) }
      precondition(again == day, "a day is written as another")
      precondition(day.items.count <= ServiceLimits.itemsMax, "a day has too many items")
      precondition(
        Set(day.items.map(\.id)).count == day.items.count, "an item is there twice")
      precondition(day.performs.allSatisfy { $0.domain == domain }, "another domain's action")
    } catch {}
    do {
      let receipt = try ActionReceipt.read(body, in: domain)
      let again = orFail { try ActionReceipt.read(receipt.json, in: domain) }
      precondition(again == receipt, "a receipt is written as another")
    } catch {}
  }
  if let refusal = ServiceRefusal(json: body) {
    precondition(ServiceRefusal(json: refusal.json) == refusal, "a refusal is another")
  }
}

/// What the corpus was made with.
private enum Played {
  static let hub = orTrap(SigningKey(seed: [UInt8](repeating: 7, count: 32)))
  static let day = orTrap(Day("2026-11-30"))
}

import HubContracts
import ToolboxCrypto
import ToolboxHTTP

/// An account's audit chain at a ``FakeHub``, which a test can spoil as a bad Hub would.
public struct FakeAuditChain: Sendable {
  public var commitments: [[UInt8]] = []
  public var epochs: [AuditEpoch] = [AuditEpoch(Epoch(1), from: 0)]
  /// Whether the Hub answers as if it had no chain.
  public var isHidden = false
  /// Signs in place of the Hub's own key.
  public var signer: SigningKey?
  /// What the pages leave out at their end.
  public var leftOut = 0
  /// What devices said, the newest last.
  public var testimonies: [AuditTestimonyBody] = []

  public init() {}

  /// Adds entries that commit to these texts.
  public mutating func append(_ texts: [String]) {
    commitments += texts.map { SHA256.hash(Array($0.utf8)) }
  }

  /// Goes back to the first `size` entries and says so, as a restore does.
  public mutating func restore(to size: Int, epoch: Epoch) {
    commitments = Array(commitments.prefix(size))
    epochs.append(AuditEpoch(epoch, from: Int64(size)))
    append(["restored \(epoch.number)"])
  }

  var link: [UInt8] {
    var link = AuditChain.start
    for (place, commitment) in commitments.enumerated() {
      link = SHA256.hash(
        AuditChain.linkBytes(
          previous: link, number: Int64(place + 1), commitment: commitment))
    }
    return link
  }
}

extension FakeHub {
  /// Reads or changes an account's audit chain; a Hub whose test never calls this shows none.
  public func audit<Result>(
    of account: Account, _ body: (inout FakeAuditChain) -> sending Result
  ) -> sending Result {
    memory.withLock { body(&$0.audits[account.id, default: FakeAuditChain()]) }
  }

  /// The signed note of the chain as it is; nil where there is none to show.
  public func auditCheckpoint(of account: Account) -> SignedCheckpoint? {
    let (chain, hub, key) = (memory.withLock { $0.audits[account.id] }, hub, key)
    guard let chain, !chain.isHidden, !chain.commitments.isEmpty,
      let epochs = AuditEpochs(chain.epochs)
    else { return nil }
    let checkpoint = AuditCheckpoint(
      hub: hub, account: account.id, size: Int64(chain.commitments.count), link: chain.link,
      epochs: epochs)
    let hint = SHA256.hash(
      SignedCheckpoint.keyHintBytes(hub: hub, key: key.publicKey.bytes)
    ).prefix(4)
    return SignedCheckpoint(
      checkpoint, keyHint: Array(hint),
      signature: (chain.signer ?? key).signature(over: checkpoint.text))
  }

  func witnessed(_ response: HTTPResponse, _ session: LiveSession) -> HTTPResponse {
    guard response.status == 200, let signed = auditCheckpoint(of: session.account) else {
      return response
    }
    var response = response
    response.headers[SignedCheckpoint.header] = Base64URL.encode(signed.note)
    return response
  }

  func auditPage(_ request: HTTPRequest, _ session: LiveSession) -> HTTPResponse {
    guard let signed = auditCheckpoint(of: session.account) else { return Self.refusal(.notFound) }
    let query = (request.query ?? "").split(separator: "&").map { $0.split(separator: "=") }
    let after = query.first { $0.first == "after" }.flatMap { Int($0[1]) } ?? 0
    let (commitments, leftOut) = memory.withLock {
      (
        $0.audits[session.account.id]?.commitments ?? [],
        $0.audits[session.account.id]?.leftOut ?? 0
      )
    }
    let page = commitments.dropFirst(after).prefix(AuditChain.commitmentsPerPageMax)
    return HTTPResponse(
      status: 200,
      body: .bytes(
        AuditPage(checkpoint: signed, commitments: Array(page.dropLast(leftOut))).json))
  }

  func witness(_ request: HTTPRequest, _ session: LiveSession) -> HTTPResponse {
    do {
      let said = try AuditTestimonyBody.read(request.body)
      memory.withLock { $0.audits[session.account.id]?.testimonies.append(said) }
      return HTTPResponse(status: 204)
    } catch { return Self.refusal(.invalidRequest) }
  }
}

import HubContracts
import ToolboxCrypto

/// A device that is to get the keys, from its offer to the person's word that the digits are the same.
///
/// Pure: no network, no clock. Any fault ends it. Source: docs/protocol/sealed.md, "Pairing".
public struct NewDevicePairing: Sendable {
  /// What may be believed once the person has compared the digits.
  public struct Trust: Sendable, Equatable {
    /// The key by which the words sign in the directory.
    public let directoryKey: VerifyingKey
    /// What the other device had seen of the directory; the newest goes on from there.
    public let head: DirectoryHead
  }

  private enum State: Sendable {
    case offered
    case answered(commitment: PairingMessage)
    case comparing(Trust)
    case ended
  }

  /// The first message.
  public let offer: PairingMessage
  private let scope: SealingScope
  let answer: PairingMessage
  private var state = State.offered

  public init(_ keys: DeviceKeys, in scope: SealingScope, random: some RandomBytes) {
    guard let pairing = PairingID(bytes: random.bytes(16)) else {
      preconditionFailure("16 bytes are an id")
    }
    self.scope = scope
    offer = PairingMessage(.offer(keys.card), of: pairing)
    answer = PairingMessage(
      .answer(random.bytes(PairingMessage.nonceByteCount)), of: pairing)
  }

  /// Takes the other's next message; a fault ends the pairing.
  public mutating func receive(_ message: PairingMessage) throws(PairingFault) -> PairingStep {
    let before = state
    state = .ended
    guard message.pairing == offer.pairing else { throw .otherPairing }
    switch (before, message.content) {
    case (.offered, .commitment):
      state = .answered(commitment: message)
      return .send(answer)
    case (.answered(let commitment), .reveal(let reveal)):
      return try compare(reveal, message, commitment)
    case (.offered, .offer), (.offered, .answer), (.offered, .reveal), (.answered, .offer),
      (.answered, .commitment), (.answered, .answer), (.comparing, .offer),
      (.comparing, .commitment), (.comparing, .answer), (.comparing, .reveal), (.ended, .offer),
      (.ended, .commitment), (.ended, .answer), (.ended, .reveal):
      throw .outOfTurn
    }
  }

  /// The person says that both screens show the same; what may be believed from now on.
  ///
  /// Nil unless digits are being compared. Ends the pairing.
  public mutating func confirm() -> Trust? {
    guard case .comparing(let trust) = state else { return nil }
    state = .ended
    return trust
  }

  private mutating func compare(
    _ reveal: PairingReveal, _ message: PairingMessage, _ commitment: PairingMessage
  ) throws(PairingFault) -> PairingStep {
    let hash = PairingTranscript.commitment(to: message, for: offer, in: scope)
    guard commitment.content == .commitment(hash) else { throw .brokenCommitment }
    state = .comparing(Trust(directoryKey: reveal.directoryKey, head: reveal.head))
    return .compare(
      PairingTranscript(
        scope, offer: offer, commitment: commitment, answer: answer, reveal: message
      ).digits)
  }
}

import HubContracts
import ToolboxCrypto

/// A device that has the keys and lets another in, from the other's offer to the person's word that the
/// digits are the same.
///
/// Pure: no network, no clock. Any fault ends it. Source: docs/protocol/sealed.md, "Pairing".
public struct TrustedDevicePairing: Sendable {
  private enum State: Sendable {
    case waiting
    case committed(offer: PairingMessage, DeviceCard, commitment: PairingMessage)
    case comparing(DeviceCard)
    case ended
  }

  private let scope: SealingScope
  private let secret: PairingReveal
  private var state = State.waiting

  /// Nil unless `device` is an active one of the directory.
  public init?(_ device: DeviceID, in directory: DeviceDirectory, random: some RandomBytes) {
    guard directory.members[device] != nil else { return nil }
    scope = directory.scope
    secret = PairingReveal(
      nonce: random.bytes(PairingMessage.nonceByteCount), device: device,
      directoryKey: directory.trustedKey, head: directory.head)
  }

  /// Takes the other's next message; a fault ends the pairing.
  public mutating func receive(_ message: PairingMessage) throws(PairingFault) -> PairingStep {
    let before = state
    state = .ended
    switch (before, message.content) {
    case (.waiting, .offer(let card)):
      let reveal = PairingMessage(.reveal(secret), of: message.pairing)
      let hash = PairingTranscript.commitment(to: reveal, for: message, in: scope)
      let commitment = PairingMessage(.commitment(hash), of: message.pairing)
      state = .committed(offer: message, card, commitment: commitment)
      return .send(commitment)
    case (.committed(let offer, let card, let commitment), .answer):
      guard message.pairing == offer.pairing else { throw .otherPairing }
      let reveal = PairingMessage(.reveal(secret), of: offer.pairing)
      state = .comparing(card)
      return .sendAndCompare(
        reveal,
        PairingTranscript(
          scope, offer: offer, commitment: commitment, answer: message, reveal: reveal
        ).digits)
    case (.waiting, .commitment), (.waiting, .answer), (.waiting, .reveal), (.committed, .offer),
      (.committed, .commitment), (.committed, .reveal), (.comparing, .offer),
      (.comparing, .commitment), (.comparing, .answer), (.comparing, .reveal), (.ended, .offer),
      (.ended, .commitment), (.ended, .answer), (.ended, .reveal):
      throw .outOfTurn
    }
  }

  /// The person says that both screens show the same; the device to add and to wrap the keys for.
  ///
  /// Nil unless digits are being compared. Ends the pairing.
  public mutating func confirm() -> DeviceCard? {
    guard case .comparing(let card) = state else { return nil }
    state = .ended
    return card
  }
}

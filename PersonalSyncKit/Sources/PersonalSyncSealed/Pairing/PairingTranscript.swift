import HubContracts
import ToolboxCrypto

/// What both devices must have seen alike for their digits to be the same.
struct PairingTranscript: Sendable, Equatable {
  private let hash: [UInt8]

  init(
    _ scope: SealingScope, offer: PairingMessage, commitment: PairingMessage,
    answer: PairingMessage, reveal: PairingMessage
  ) {
    var frame = Frame("hub sealed v1 pairing", of: scope)
    for message in [offer, commitment, answer, reveal] { frame.append(message.bytes) }
    hash = SHA256.hash(frame.bytes)
  }

  /// What the trusted device says second, so that its reveal is fixed before it knows the answer.
  static func commitment(
    to reveal: PairingMessage, for offer: PairingMessage, in scope: SealingScope
  ) -> [UInt8] {
    var frame = Frame("hub sealed v1 pairing commitment", of: scope)
    frame.append(offer.bytes)
    frame.append(reveal.bytes)
    return SHA256.hash(frame.bytes)
  }

  var digits: PairingDigits {
    let derived = HKDF.derive(
      8, from: SecretBytes(hash), info: Frame("hub sealed v1 digits").bytes)
    let number = derived.copied().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return PairingDigits(number: number % 1_000_000_000_000)
  }
}

/// The 12 digits that a person compares on two screens.
public struct PairingDigits: Sendable, Equatable, CustomStringConvertible {
  private let number: UInt64

  /// - Precondition: below 10¹².
  init(number: UInt64) {
    precondition(number < 1_000_000_000_000, "twelve digits")
    self.number = number
  }

  /// `0123 4567 8901`.
  public var description: String {
    let digits = String(number)
    let all = Array(String(repeating: "0", count: 12 - digits.count) + digits)
    return stride(from: 0, to: 12, by: 4).map { String(all[$0..<$0 + 4]) }
      .joined(separator: " ")
  }
}

/// What a device does next in a pairing.
public enum PairingStep: Sendable, Equatable {
  /// Send this, and wait for the other's next message.
  case send(PairingMessage)
  /// Send this, and show the digits.
  case sendAndCompare(PairingMessage, PairingDigits)
  /// Show the digits.
  case compare(PairingDigits)
}

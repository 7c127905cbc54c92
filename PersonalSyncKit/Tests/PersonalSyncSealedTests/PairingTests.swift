import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxCrypto

@testable import PersonalSyncSealed

/// A new device, a trusted one, and whoever carries their messages.
struct PairingStage {
  let dice: Dice
  let directory: DeviceDirectory
  let old: DeviceKeys
  let fresh: DeviceKeys
  var new: NewDevicePairing
  var trusted: TrustedDevicePairing

  init(seed: UInt64, scopeOfNew: SealingScope? = nil) throws {
    dice = Dice(seed: seed)
    let scope = SealingScope(
      hub: try #require(HubID(bytes: dice.bytes(16))),
      account: try #require(AccountID(bytes: dice.bytes(16))), domain: .anchor)
    let root = RootKey(random: dice)
    old = DeviceKeys(device: try #require(DeviceID(bytes: dice.bytes(16))), random: dice)
    fresh = DeviceKeys(device: try #require(DeviceID(bytes: dice.bytes(16))), random: dice)
    var directory = DeviceDirectory(founding: scope, root: root)
    try directory.add(old.card, with: root)
    self.directory = directory
    new = NewDevicePairing(fresh, in: scopeOfNew ?? scope, random: dice)
    trusted = try #require(TrustedDevicePairing(old.device, in: directory, random: dice))
  }

  /// The digits on both screens, after the Hub carried every message as it was.
  mutating func carryAll() throws -> (new: PairingDigits, trusted: PairingDigits) {
    let commitment = try sent(by: trusted.receive(new.offer))
    let answer = try sent(by: new.receive(commitment))
    guard case .sendAndCompare(let reveal, let left) = try trusted.receive(answer),
      case .compare(let right) = try new.receive(reveal)
    else { throw Unexpected() }
    return (right, left)
  }

  struct Unexpected: Error {}
}

func sent(by step: PairingStep) throws -> PairingMessage {
  guard case .send(let message) = step else { throw PairingStage.Unexpected() }
  return message
}

@Suite struct PairingTests {
  @Test func `both show the same digits, and the person's word on each lets the keys over`() throws
  {
    var stage = try PairingStage(seed: 1)

    let digits = try stage.carryAll()

    #expect(digits.new == digits.trusted)
    #expect(try /[0-9]{4} [0-9]{4} [0-9]{4}/.wholeMatch(in: "\(digits.new)") != nil)
    let (confirmed, believed) = (stage.trusted.confirm(), stage.new.confirm())
    let card = try #require(confirmed)
    let trust = try #require(believed)
    var directory = stage.directory
    try directory.add(card, by: stage.old)
    let received = try DeviceDirectory(
      bytes: directory.bytes, of: directory.scope, trusting: trust.directoryKey, seen: trust.head)
    #expect(received.members[stage.fresh.device]?.card == stage.fresh.card)
  }

  @Test func `nothing is confirmed before the digits, nor twice`() throws {
    var stage = try PairingStage(seed: 2)
    #expect(stage.new.confirm() == nil && stage.trusted.confirm() == nil)

    _ = try stage.carryAll()

    #expect(stage.new.confirm() != nil && stage.trusted.confirm() != nil)
    #expect(stage.new.confirm() == nil && stage.trusted.confirm() == nil)
  }

  @Test func `a device that is not in the directory lets nobody in`() throws {
    let stage = try PairingStage(seed: 3)

    #expect(
      TrustedDevicePairing(stage.fresh.device, in: stage.directory, random: stage.dice) == nil)
  }

  @Test func `the digits of two accounts differ`() throws {
    let other = try PairingStage(seed: 5).directory.scope
    var stage = try PairingStage(seed: 4, scopeOfNew: other)

    let commitment = try sent(by: stage.trusted.receive(stage.new.offer))
    let answer = try sent(by: stage.new.receive(commitment))
    guard case .sendAndCompare(let reveal, _) = try stage.trusted.receive(answer) else {
      throw PairingStage.Unexpected()
    }

    #expect(throws: PairingFault.brokenCommitment) { try stage.new.receive(reveal) }
    #expect(stage.new.confirm() == nil)
  }

  @Test func `digits begin with zeros where the number is small`() {
    #expect(PairingDigits(number: 0).description == "0000 0000 0000")
    #expect(PairingDigits(number: 123).description == "0000 0000 0123")
    #expect(PairingDigits(number: 999_999_999_999).description == "9999 9999 9999")
  }
}

/// A Hub that stands between the two devices.
@Suite struct HostilePairingTests {
  @Test(arguments: 0..<50 as Range<UInt64>)
  func `a Hub that puts its own keys in is seen by the digits`(seed: UInt64) throws {
    var stage = try PairingStage(seed: seed)
    // Towards each of the two it plays the other, as well as it can.
    let hub = try PairingStage(seed: seed + 1_000)
    var asNew = NewDevicePairing(hub.fresh, in: stage.directory.scope, random: hub.dice)
    let hubsHead = DirectoryHead(size: 1, link: hub.dice.bytes(32))
    let hubsReveal = PairingMessage(
      .reveal(
        PairingReveal(
          nonce: hub.dice.bytes(32), device: stage.old.device,
          directoryKey: hub.old.signing.publicKey, head: hubsHead)),
      of: stage.new.offer.pairing)

    let commitment = try sent(by: stage.trusted.receive(asNew.offer))
    let answer = try sent(by: asNew.receive(commitment))
    guard case .sendAndCompare(_, let onTrusted) = try stage.trusted.receive(answer) else {
      throw PairingStage.Unexpected()
    }
    let hash = PairingTranscript.commitment(
      to: hubsReveal, for: stage.new.offer, in: stage.directory.scope)
    _ = try stage.new.receive(PairingMessage(.commitment(hash), of: stage.new.offer.pairing))
    guard case .compare(let onNew) = try stage.new.receive(hubsReveal) else {
      throw PairingStage.Unexpected()
    }

    #expect(onTrusted != onNew)
  }

  @Test func `a Hub cannot look for a reveal that makes the digits fit`() throws {
    var stage = try PairingStage(seed: 8)
    let pairing = stage.new.offer.pairing
    func reveal(_ nonce: [UInt8]) -> PairingMessage {
      PairingMessage(
        .reveal(
          PairingReveal(
            nonce: nonce, device: stage.old.device,
            directoryKey: stage.old.signing.publicKey, head: stage.directory.head)), of: pairing)
    }
    let committed = reveal([UInt8](repeating: 1, count: 32))
    let hash = PairingTranscript.commitment(
      to: committed, for: stage.new.offer, in: stage.directory.scope)
    _ = try stage.new.receive(PairingMessage(.commitment(hash), of: pairing))

    // The answer is known now; any other reveal than the one from before breaks the commitment.
    for nonce in 2..<200 as Range<UInt8> {
      var copy = stage.new
      #expect(throws: PairingFault.brokenCommitment) {
        try copy.receive(reveal([UInt8](repeating: nonce, count: 32)))
      }
      #expect(copy.confirm() == nil)
    }
    #expect(throws: Never.self) { try stage.new.receive(committed) }
  }

  @Test func `the commitment gives nothing of the reveal away, and each pairing has another`()
    throws
  {
    var first = try PairingStage(seed: 9)
    var second = first
    second.trusted = try #require(
      TrustedDevicePairing(second.old.device, in: second.directory, random: second.dice))

    let one = try sent(by: first.trusted.receive(first.new.offer))
    let other = try sent(by: second.trusted.receive(second.new.offer))

    #expect(one != other)
  }

  @Test func `messages of an earlier pairing are of no use`() throws {
    var earlier = try PairingStage(seed: 10)
    let offer = earlier.new.offer
    let commitment = try sent(by: earlier.trusted.receive(offer))
    var later = earlier
    later.new = NewDevicePairing(earlier.fresh, in: earlier.directory.scope, random: earlier.dice)
    later.trusted = try #require(
      TrustedDevicePairing(earlier.old.device, in: earlier.directory, random: earlier.dice))

    #expect(throws: PairingFault.otherPairing) { try later.new.receive(commitment) }
    let answer = try sent(by: earlier.new.receive(commitment))
    _ = try later.trusted.receive(later.new.offer)
    #expect(throws: PairingFault.otherPairing) { try later.trusted.receive(answer) }
    #expect(later.new.confirm() == nil && later.trusted.confirm() == nil)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `in whatever order messages come, only the right one ends in digits`(seed: UInt64) throws {
    var stage = try PairingStage(seed: seed)
    var waiting = [stage.new.offer]
    var faults = 0
    var newDigits: PairingDigits?
    var trustedDigits: PairingDigits?
    for _ in 0..<12 {
      // Any message that was ever sent, to either of the two, as often as the Hub likes.
      guard let message = stage.dice.pick(waiting) else { break }
      do throws(PairingFault) {
        let step =
          stage.dice.happens(percent: 50)
          ? try stage.trusted.receive(message) : try stage.new.receive(message)
        switch step {
        case .send(let next): waiting.append(next)
        case .sendAndCompare(let next, let digits):
          waiting.append(next)
          trustedDigits = digits
        case .compare(let digits): newDigits = digits
        }
      } catch {
        #expect(error == .outOfTurn)
        faults += 1
      }
    }

    if let newDigits { #expect(newDigits == trustedDigits) }
    // A fault ended the one that it happened to, so that at most one of two is left.
    if faults > 1, stage.new.confirm() != nil { #expect(stage.trusted.confirm() == nil) }
  }

  @Test func `orders in which a pairing comes about are among those`() throws {
    var completed = 0
    for seed in 0..<4_000 as Range<UInt64> where completed == 0 {
      var stage = try PairingStage(seed: seed)
      var waiting = [stage.new.offer]
      while let message = waiting.popLast() {
        guard
          let step = stage.dice.happens(percent: 50)
            ? try? stage.trusted.receive(message) : try? stage.new.receive(message)
        else { break }
        switch step {
        case .send(let next), .sendAndCompare(let next, _): waiting.append(next)
        case .compare: completed += 1
        }
      }
    }
    #expect(completed > 0)
  }

  @Test func `every message is read byte for byte, and nothing else is one`() throws {
    var stage = try PairingStage(seed: 12)
    let commitment = try sent(by: stage.trusted.receive(stage.new.offer))
    let answer = try sent(by: stage.new.receive(commitment))
    guard case .sendAndCompare(let reveal, _) = try stage.trusted.receive(answer) else {
      throw PairingStage.Unexpected()
    }
    #expect(
      [stage.new.offer, commitment, answer, reveal].map(\.bytes.count) == [101, 53, 53, 137])
    for message in [stage.new.offer, commitment, answer, reveal] {
      #expect(try PairingMessage(bytes: message.bytes) == message)
      #expect(throws: PairingFault.malformed) { try PairingMessage(bytes: message.bytes + [0]) }
      for length in 0..<message.bytes.count {
        #expect(throws: PairingFault.malformed) {
          try PairingMessage(bytes: Array(message.bytes.prefix(length)))
        }
      }
      for index in 0..<5 {
        var changed = message.bytes
        changed[index] ^= 0x40
        #expect(throws: PairingFault.malformed) { try PairingMessage(bytes: changed) }
      }
    }
  }
}

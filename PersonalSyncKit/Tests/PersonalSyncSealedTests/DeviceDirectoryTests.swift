import HubContracts
import PersonalSyncTesting
import Testing
import ToolboxCrypto

@testable import PersonalSyncSealed

@Suite struct DeviceDirectoryTests {
  let dice: Dice
  let scope: SealingScope
  let root: RootKey
  let phone: DeviceKeys
  let desk: DeviceKeys
  let tablet: DeviceKeys

  init() throws {
    let dice = Dice(seed: 7)
    self.dice = dice
    scope = SealingScope(
      hub: try #require(HubID(bytes: dice.bytes(16))),
      account: try #require(AccountID(bytes: dice.bytes(16))), domain: .anchor)
    root = RootKey(random: dice)
    let keys = try (0..<3).map { _ in
      DeviceKeys(device: try #require(DeviceID(bytes: dice.bytes(16))), random: dice)
    }
    (phone, desk, tablet) = (keys[0], keys[1], keys[2])
  }

  /// Founded by the words, with the phone, which let the desk in.
  private func twoDevices() throws -> DeviceDirectory {
    var directory = DeviceDirectory(founding: scope, root: root)
    try directory.add(phone.card, with: root)
    try directory.add(desk.card, by: phone)
    return directory
  }

  private func read(
    _ directory: DeviceDirectory, seen: DirectoryHead? = nil
  ) throws(DirectoryFault) -> DeviceDirectory {
    try DeviceDirectory(
      bytes: directory.bytes, of: scope, trusting: root.directoryKey(scope).publicKey, seen: seen)
  }

  @Test func `a directory reads as it was signed`() throws {
    var directory = try twoDevices()
    try directory.remove(phone.device, by: desk)
    _ = try directory.beginEpoch(with: root)

    #expect(try read(directory) == directory)
    #expect(directory.members.keys.sorted { "\($0)" < "\($1)" } == [desk.device])
    #expect(directory.members[desk.device]?.addedBy == .device(phone.device))
  }

  @Test func `a removal makes an epoch due, and only the words begin it`() throws {
    var directory = try twoDevices()
    #expect(!directory.isEpochDue && directory.epoch == .first)

    try directory.remove(phone.device, by: desk)
    #expect(directory.isEpochDue)
    #expect(throws: DirectoryFault.badSignature) {
      try directory.beginEpoch(with: RootKey(random: dice))
    }
    let key = try directory.beginEpoch(with: root)

    #expect(!directory.isEpochDue && directory.epoch.number == 2)
    #expect(key == root.domainKey(scope, epoch: directory.epoch))
    #expect(directory.keyID(of: .first) == root.domainKey(scope, epoch: .first).id)
    #expect(directory.keyID(of: try #require(KeyEpoch(3))) == nil)
  }

  @Test func `what is refused changes nothing`() throws {
    var directory = try twoDevices()
    let before = directory

    #expect(throws: DirectoryFault.notPermitted) { try directory.add(desk.card, by: phone) }
    #expect(throws: DirectoryFault.notPermitted) { try directory.add(tablet.card, by: tablet) }
    #expect(throws: DirectoryFault.notPermitted) {
      try directory.remove(tablet.device, by: phone)
    }

    #expect(directory == before)
  }

  @Test func `a removed device signs nothing more and does not come back`() throws {
    var directory = try twoDevices()
    try directory.remove(phone.device, by: desk)

    #expect(throws: DirectoryFault.notPermitted) { try directory.add(tablet.card, by: phone) }
    #expect(throws: DirectoryFault.notPermitted) { try directory.add(phone.card, by: desk) }
    let disguised = DeviceCard(
      device: tablet.device, signing: tablet.signing.publicKey,
      agreement: phone.agreement.publicKey)
    #expect(throws: DirectoryFault.notPermitted) { try directory.add(disguised, by: desk) }
  }

  @Test func `no bit of a directory can be changed`() throws {
    let bytes = try twoDevices().bytes
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1 << UInt8(dice.roll(8))
      #expect(throws: DirectoryFault.self) {
        try DeviceDirectory(
          bytes: changed, of: scope, trusting: root.directoryKey(scope).publicKey)
      }
    }
  }

  @Test func `a beginning of a directory reads where an entry ends, and nowhere else`() throws {
    let directory = try twoDevices()
    var ends: Set<Int> = []
    for length in 0...directory.bytes.count {
      do {
        let part = try DeviceDirectory(
          bytes: Array(directory.bytes.prefix(length)), of: scope,
          trusting: root.directoryKey(scope).publicKey)
        ends.insert(length)
        #expect(part.bytes.count == length)
      } catch { #expect(error == .malformed) }
    }
    #expect(ends.count == directory.entries.count)
  }

  @Test func `a Hub cannot take back what a device has seen`() throws {
    var directory = try twoDevices()
    let shorter = directory
    try directory.remove(phone.device, by: desk)
    var fork = shorter
    try fork.add(tablet.card, by: phone)

    #expect(try read(directory, seen: shorter.head) == directory)
    #expect(throws: DirectoryFault.rolledBack) { try read(shorter, seen: directory.head) }
    #expect(throws: DirectoryFault.rolledBack) { try read(fork, seen: directory.head) }
  }

  @Test func `a Hub cannot found a directory of its own, nor carry one elsewhere`() throws {
    var made = DeviceDirectory(founding: scope, root: RootKey(random: dice))
    try made.add(phone.card, by: phone, expecting: .notPermitted)
    #expect(throws: DirectoryFault.notTrusted) { try read(made) }

    let elsewhere = SealingScope(
      hub: scope.hub, account: scope.account, domain: .habits)
    let other = DeviceDirectory(founding: elsewhere, root: root)
    #expect(throws: DirectoryFault.otherScope) { try read(other) }
  }

  @Test(arguments: 0..<20) func `whatever devices do, all who read it agree with a plain list`(
    seed: Int
  ) throws {
    let dice = Dice(seed: UInt64(seed))
    var directory = DeviceDirectory(founding: scope, root: root)
    var active: [DeviceKeys] = []
    var gone: [DeviceKeys] = []
    var epochs: UInt32 = 1
    for _ in 0..<40 {
      let fresh = DeviceKeys(
        device: try #require(DeviceID(bytes: dice.bytes(16))), random: dice)
      switch dice.roll(6) {
      case 0:
        try directory.add(fresh.card, with: root)
        active.append(fresh)
      case 1, 2:
        guard let signer = dice.pick(active) else { continue }
        try directory.add(fresh.card, by: signer)
        active.append(fresh)
      case 3:
        guard let signer = dice.pick(active), !active.isEmpty else { continue }
        let removed = active.remove(at: dice.roll(active.count))
        try directory.remove(removed.device, by: signer)
        gone.append(removed)
      case 4:
        _ = try directory.beginEpoch(with: root)
        epochs += 1
      default:
        guard let signer = dice.pick(gone) else { continue }
        try directory.add(fresh.card, by: signer, expecting: .notPermitted)
      }
    }

    let again = try read(directory)
    #expect(again == directory)
    #expect(Set(again.members.keys) == Set(active.map(\.device)))
    #expect(again.epoch.number == epochs)
  }

  @Test func `there are at most as many entries as the page says`() throws {
    var directory = try twoDevices()
    while directory.entries.count < DeviceDirectory.entriesMax {
      _ = try directory.beginEpoch(with: root)
    }

    #expect(throws: DirectoryFault.malformed) { try directory.beginEpoch(with: root) }
  }
}

extension DeviceDirectory {
  /// Tries to add a device, which has to be refused so.
  fileprivate mutating func add(
    _ card: DeviceCard, by device: DeviceKeys, expecting expected: DirectoryFault
  ) throws {
    do throws(DirectoryFault) {
      try add(card, by: device)
      Issue.record("a device was added that should not have been")
    } catch { #expect(error == expected) }
  }
}

@Suite struct WrappedKeyTests {
  let dice = Dice(seed: 11)
  let directory: DeviceDirectory
  let root: RootKey
  let phone: DeviceKeys

  init() throws {
    let scope = SealingScope(
      hub: try #require(HubID(bytes: dice.bytes(16))),
      account: try #require(AccountID(bytes: dice.bytes(16))), domain: .anchor)
    root = RootKey(random: dice)
    phone = DeviceKeys(device: try #require(DeviceID(bytes: dice.bytes(16))), random: dice)
    var directory = DeviceDirectory(founding: scope, root: root)
    try directory.add(phone.card, with: root)
    self.directory = directory
  }

  @Test func `each changed bit of a wrap is refused`() throws {
    let key = root.domainKey(directory.scope, epoch: .first)
    let bytes = try #require(WrappedKey(key, for: phone.card, random: dice)).bytes
    #expect(try WrappedKey(bytes: bytes).open(with: phone, from: directory) == key)
    var ignored = 0
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        #expect(throws: WrapFault.self) {
          try WrappedKey(bytes: changed).open(with: phone, from: directory)
        }
        ignored += 1
      }
    }
    #expect(ignored == bytes.count * 8)
  }

  @Test func `a key that the Hub made up is not taken`() throws {
    let made = try #require(
      DomainKey(scope: directory.scope, epoch: .first, secret: .random(32, dice)))
    let wrap = try #require(WrappedKey(made, for: phone.card, random: dice))

    #expect(throws: WrapFault.wrongKey) { try wrap.open(with: phone, from: directory) }
  }

  @Test func `no key is wrapped for a device whose own key everybody agrees with`() {
    let card = DeviceCard(
      device: phone.device, signing: phone.signing.publicKey,
      agreement: [UInt8](repeating: 0, count: 32))
    let key = root.domainKey(directory.scope, epoch: .first)

    #expect(WrappedKey(key, for: card, random: dice) == nil)
  }
}

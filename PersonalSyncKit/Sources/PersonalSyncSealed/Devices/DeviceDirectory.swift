import HubContracts
import ToolboxCrypto

/// The devices of one domain, as their signed entries say; every entry in it has been checked.
///
/// Source: docs/protocol/sealed.md, "5.1 The directory".
public struct DeviceDirectory: Sendable, Equatable {
  public static let entriesMax = 4_096

  /// A device that may sign and receive keys.
  public struct Member: Sendable, Equatable {
    public let card: DeviceCard
    /// Who put it here: of a removed device's doings, its additions are the first to be looked at.
    public let addedBy: DirectorySigner
  }

  public let scope: SealingScope
  public private(set) var entries: [DirectoryEntry] = []
  public private(set) var head = DirectoryHead.none
  /// Active devices, by their ids.
  public private(set) var members: [DeviceID: Member] = [:]
  /// The key of each epoch; the first is that of epoch 1.
  private var keyIDs: [KeyID] = []
  private var directoryKey: VerifyingKey?
  private var everAdded = EverAdded()
  /// Whether a device was removed and no epoch has begun since: details are sealed with a key it has.
  public private(set) var isEpochDue = false

  /// Founds a directory, on the device where the words were made.
  public init(founding scope: SealingScope, root: RootKey) {
    self.scope = scope
    let key = root.directoryKey(scope)
    let action = DirectoryAction.found(
      directoryKey: key.publicKey, root.domainKey(scope, epoch: .first).id)
    let entry = DirectoryEntry(action, by: .words, key, behind: .none, in: scope)
    do throws(DirectoryFault) { try append(entry, trusting: key.publicKey) } catch {
      preconditionFailure("a directory can be founded")
    }
  }

  /// Checks a directory from its first entry on.
  ///
  /// - `bytes`: every entry behind its length, as ``bytes`` writes them.
  /// - `directoryKey`: what the words give, or what was learnt in pairing.
  /// - `seen`: the head of what this device has seen before; the directory goes on from there.
  ///
  /// Throws the ``DirectoryFault`` of the first entry that is not sound; then nothing of it is believed.
  public init(
    bytes: [UInt8], of scope: SealingScope, trusting directoryKey: VerifyingKey,
    seen: DirectoryHead? = nil
  ) throws(DirectoryFault) {
    var reader = FrameReader(bytes)
    var entries: [[UInt8]] = []
    while !reader.isAtEnd {
      guard let entry = reader.field() else { throw .malformed }
      entries.append(entry)
    }
    try self.init(entries: entries, of: scope, trusting: directoryKey, seen: seen)
  }

  /// The same, of entries that came one by one.
  public init(
    entries received: [[UInt8]], of scope: SealingScope, trusting directoryKey: VerifyingKey,
    seen: DirectoryHead? = nil
  ) throws(DirectoryFault) {
    self.scope = scope
    var hasSeen = seen == nil
    for bytes in received {
      try append(DirectoryEntry(bytes: bytes, in: scope), trusting: directoryKey)
      if head == seen { hasSeen = true }
    }
    guard !entries.isEmpty else { throw .malformed }
    guard hasSeen else { throw .rolledBack }
  }

  /// All of it, as the Hub stores it.
  public var bytes: [UInt8] {
    entries.flatMap { entry in
      let bytes = entry.bytes
      return UInt16(bytes.count).bigEndianBytes + bytes
    }
  }

  /// The newest epoch; details are sealed with its key.
  public var epoch: KeyEpoch {
    guard let epoch = KeyEpoch(UInt32(keyIDs.count)) else {
      preconditionFailure("a directory is founded with an epoch")
    }
    return epoch
  }

  /// The id of an epoch's key; nil for one that has not begun.
  public func keyID(of epoch: KeyEpoch) -> KeyID? {
    epoch <= self.epoch ? keyIDs[Int(epoch.number) - 1] : nil
  }

  /// The key that signs for the words, for handing on in a pairing.
  public var trustedKey: VerifyingKey {
    guard let directoryKey else { preconditionFailure("a directory is founded with a key") }
    return directoryKey
  }

  // MARK: - New entries

  /// Adds a device, signed by the words.
  public mutating func add(_ card: DeviceCard, with root: RootKey) throws(DirectoryFault) {
    try sign(.add(card), by: .words, root.directoryKey(scope))
  }

  /// Adds a device, signed by an active one that was paired with it.
  public mutating func add(_ card: DeviceCard, by device: DeviceKeys) throws(DirectoryFault) {
    try sign(.add(card), by: .device(device.device), device.signing)
  }

  /// Removes a device, signed by an active one; an epoch is due from then on.
  public mutating func remove(_ removed: DeviceID, by device: DeviceKeys) throws(DirectoryFault) {
    try sign(.remove(removed), by: .device(device.device), device.signing)
  }

  /// Removes a device, signed by the words; an epoch is due from then on.
  public mutating func remove(_ removed: DeviceID, with root: RootKey) throws(DirectoryFault) {
    try sign(.remove(removed), by: .words, root.directoryKey(scope))
  }

  /// Begins the next epoch; its key, of which each member is to be given a wrap.
  public mutating func beginEpoch(with root: RootKey) throws(DirectoryFault) -> DomainKey {
    guard let next = epoch.next else { throw .notPermitted }
    let key = root.domainKey(scope, epoch: next)
    try sign(.begin(next, key.id), by: .words, root.directoryKey(scope))
    return key
  }

  private mutating func sign(
    _ action: DirectoryAction, by signer: DirectorySigner, _ key: SigningKey
  ) throws(DirectoryFault) {
    try append(
      DirectoryEntry(action, by: signer, key, behind: head, in: scope), trusting: trustedKey)
  }

  // MARK: - Rules

  private mutating func append(
    _ entry: DirectoryEntry, trusting trusted: VerifyingKey
  ) throws(DirectoryFault) {
    guard entries.count < Self.entriesMax else { throw .malformed }
    guard entry.index == head.size, entry.previous == head.link else { throw .notNext }
    if entries.isEmpty {
      guard case .found(trusted, _) = entry.action else { throw .notTrusted }
    }
    guard try signingKey(of: entry, trusting: trusted).isValid(entry.signature, over: entry.body)
    else { throw .badSignature }
    try apply(entry)
    entries.append(entry)
    head = DirectoryHead(size: head.size + 1, link: entry.link)
  }

  private func signingKey(
    of entry: DirectoryEntry, trusting trusted: VerifyingKey
  ) throws(DirectoryFault) -> VerifyingKey {
    switch entry.signer {
    case .words: return trusted
    case .device(let device):
      guard let member = members[device] else { throw .notPermitted }
      return member.card.signing
    }
  }

  /// What an entry does, where its signer may do it; a fault leaves all as it was.
  private mutating func apply(_ entry: DirectoryEntry) throws(DirectoryFault) {
    switch entry.action {
    case .found(let key, let id):
      guard entries.isEmpty, entry.signer == .words else { throw .notPermitted }
      directoryKey = key
      keyIDs = [id]
    case .add(let card):
      guard !entries.isEmpty, everAdded.insert(card) else { throw .notPermitted }
      members[card.device] = Member(card: card, addedBy: entry.signer)
    case .remove(let device):
      guard members.removeValue(forKey: device) != nil else { throw .notPermitted }
      isEpochDue = true
    case .begin(let epoch, let id):
      guard !entries.isEmpty, entry.signer == .words, epoch == self.epoch.next else {
        throw .notPermitted
      }
      keyIDs.append(id)
      isEpochDue = false
    }
  }
}

/// Which ids and keys a directory has ever had: none comes back under another name.
private struct EverAdded: Sendable, Equatable {
  private var devices: Set<DeviceID> = []
  private var keys: Set<[UInt8]> = []

  /// False where the id or a key was there before.
  mutating func insert(_ card: DeviceCard) -> Bool {
    guard !devices.contains(card.device), !keys.contains(card.signing.bytes),
      !keys.contains(card.agreement)
    else { return false }
    devices.insert(card.device)
    keys.formUnion([card.signing.bytes, card.agreement])
    return true
  }
}

import HubContracts
import PersonalSyncSealed
import ToolboxSQLite

/// What became of the words that a person typed.
public enum UnlockOutcome: Sendable, Equatable {
  /// The device holds the keys; the next pass opens what was locked and seals what was not.
  case unlocked
  /// The account's details were sealed with other words; nothing was changed.
  case otherWords
  /// No device of the account has made words for this domain; nothing was changed.
  case notBegun
}

extension PassRunner {
  /// Keeps the domain's keys beside the session's secrets, and lets go of the words.
  ///
  /// The Hub's directory says which words count, by the key that they give; where there is none,
  /// `isFounding` begins it, and of two devices that do so at once one finds the other's. The keys are kept
  /// first: whatever a crash leaves, nothing is taken for sealed that has no key.
  func unlock(_ root: RootKey, isFounding: Bool) async throws(SyncError) -> UnlockOutcome {
    try await gate.run { () async throws(SyncError) in
      let (granted, link) = try await signedIn()
      let grant = granted.grant
      let scope = SealingScope(hub: grant.hub, account: grant.account, domain: domain)
      guard let entries = try await entries(of: scope, link, founding: isFounding ? root : nil)
      else { return .notBegun }
      let directory: DeviceDirectory
      do throws(DirectoryFault) {
        directory = try DeviceDirectory(
          entries: entries, of: scope, trusting: root.directoryKey(scope).publicKey)
      } catch {
        guard error == .notTrusted else { throw .invalidResponse }
        return .otherWords
      }
      let keys = (1...directory.epoch.number).compactMap(KeyEpoch.init).map { epoch in
        root.domainKey(scope, epoch: epoch)
      }
      try await granted.require()
      let isAnother = try await inIdentitysWords { () async throws(IdentityError) in
        try await identity.keep(keys)
      }
      let (journal, domain) = (journal, domain)
      try await granted.writeJournal(.local) { (transaction) throws(JournalError) in
        if isAnother { try journal.sealAnew(domain, transaction) }
        try journal.beginSealing(domain, transaction)
      }
      return .unlocked
    }
  }

  /// Whether a device of the account has made words for this domain.
  func isSealed() async throws(SyncError) -> Bool {
    try await gate.run { () async throws(SyncError) in
      let (granted, link) = try await signedIn()
      let entries = try await link.sealedDirectory(of: domain)
      try await granted.require()
      return !entries.isEmpty
    }
  }

  /// Nil where there is no directory and none is founded.
  private func entries(
    of scope: SealingScope, _ link: HubLink, founding root: RootKey?
  ) async throws(SyncError) -> [[UInt8]]? {
    let entries = try await link.sealedDirectory(of: scope.domain)
    if !entries.isEmpty { return entries }
    guard let root else { return nil }
    let founded = DeviceDirectory(founding: scope, root: root).entries.map(\.bytes)
    for (index, entry) in founded.enumerated() {
      guard try await link.append(entry, behind: index, to: scope.domain) else {
        // Another device was first; whose words count is in what it wrote.
        return try await link.sealedDirectory(of: scope.domain)
      }
    }
    return founded
  }

  /// The session that the Hub proves now, if its account owns the store.
  private func signedIn() async throws(SyncError) -> (GrantedStore, HubLink) {
    guard let grant = try await grant(nil) else { throw .signInNeeded }
    let granted = GrantedStore(store: store, journal: journal, grant: grant)
    try await granted.require()
    return (granted, try await link(grant, isProved: true))
  }

  /// The keys of this domain; nil on a locked device.
  ///
  /// A device that held one and has it no more, such as a copy of a store, is locked from now on.
  func detailKeys(of grant: PersonalSyncAccount) async throws(SyncError) -> DetailKeys? {
    let (journal, domain) = (journal, domain)
    let isSealing = try await store.read { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in
        try journal.isUnlocked(domain, transaction)
      }
    }
    guard isSealing else { return nil }
    let scope = SealingScope(hub: grant.hub, account: grant.account, domain: domain)
    let keys = try await inIdentitysWords { () async throws(IdentityError) in
      try await identity.domainKeys(of: scope)
    }
    if let keys = DetailKeys(keys) { return keys }
    try await store.write { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in try journal.endSealing(domain, transaction) }
    }
    return nil
  }
}

extension PersonalSyncRuntime {
  /// Begins to seal this domain's details, by new words of the account's that the person has written down.
  ///
  /// Asks the Hub, which keeps the first words alone: ``UnlockOutcome/otherWords`` where another device made
  /// some. The domain's key stays in the token store, the words nowhere. Repeating it is harmless. Throws
  /// ``PersonalSyncOwnershipError/approvalRequired`` before the store has an owner.
  public func beginSealing(_ root: RootKey) async throws(SyncError) -> UnlockOutcome {
    try await runner.unlock(root, isFounding: true)
  }

  /// Lets this device read and write the details of its domain, by the words that another device made.
  public func unlock(_ root: RootKey) async throws(SyncError) -> UnlockOutcome {
    try await runner.unlock(root, isFounding: false)
  }

  /// Whether any device of the account seals this domain's details.
  public func isSealed() async throws(SyncError) -> Bool { try await runner.isSealed() }
}

extension DetachedSyncRuntime {
  /// See ``PersonalSyncRuntime/beginSealing(_:)``.
  public func beginSealing(_ root: RootKey) async throws(SyncError) -> UnlockOutcome {
    try await runner.unlock(root, isFounding: true)
  }

  /// See ``PersonalSyncRuntime/unlock(_:)``.
  public func unlock(_ root: RootKey) async throws(SyncError) -> UnlockOutcome {
    try await runner.unlock(root, isFounding: false)
  }

  /// See ``PersonalSyncRuntime/isSealed()``.
  public func isSealed() async throws(SyncError) -> Bool { try await runner.isSealed() }
}

extension PersonalIdentityClient {
  func domainKeys(of scope: SealingScope) throws(IdentityError) -> [DomainKey] {
    try load().keys.filter { $0.scope == scope }
  }

  /// Keeps keys, and says whether one took the place of another of the same scope and epoch.
  func keep(_ keys: [DomainKey]) throws(IdentityError) -> Bool {
    var isAnother = false
    try update { secrets in
      for key in keys {
        let place = secrets.keys.firstIndex { $0.scope == key.scope && $0.epoch == key.epoch }
        if let place {
          isAnother = isAnother || secrets.keys[place] != key
          secrets.keys[place] = key
        } else {
          secrets.keys.append(key)
        }
      }
    }
    return isAnother
  }
}

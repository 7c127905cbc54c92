import HubContracts
import PersonalSyncSealed
import ToolboxSQLite

/// What became of the words that a person typed.
public enum UnlockOutcome: Sendable, Equatable {
  /// The device holds the key; the next pass opens what was locked and seals what was not.
  case unlocked
  /// None of the details that are locked here opens with them; nothing was changed.
  case otherWords
}

extension PassRunner {
  /// Keeps the domain's key beside the session's secrets, and lets go of the words.
  ///
  /// The key is kept first: whatever a crash leaves, nothing is taken for sealed that has no key.
  func unlock(_ root: RootKey) async throws(SyncError) -> UnlockOutcome {
    try await gate.run { () async throws(SyncError) in
      let (journal, domain) = (journal, domain)
      let owner = try await store.read { (transaction) throws(SyncError) in
        try inPass { () throws(JournalError) in try journal.owner(transaction) }
      }
      guard let owner else { throw .ownership(.approvalRequired) }
      let key = root.domainKey(
        SealingScope(hub: owner.hub, account: owner.account, domain: domain), epoch: .first)
      let opens = try await store.read { (transaction) throws(SyncError) in
        try inPass { () throws(JournalError) in
          try journal.opensAny(with: DetailKeys(key), domain, transaction)
        }
      }
      if opens == false { return .otherWords }
      let isAnother = try await inIdentitysWords { () async throws(IdentityError) in
        try await identity.keep(key)
      }
      try await store.write { (transaction) throws(SyncError) in
        try inPass { () throws(JournalError) in
          if isAnother { try journal.sealAnew(domain, transaction) }
          try journal.beginSealing(domain, transaction)
        }
      }
      return .unlocked
    }
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
  /// Lets this device read and write the details of its domain, by the 24 words of the account.
  ///
  /// The domain's key stays in the token store, the words nowhere. Repeating it is harmless. With nothing
  /// locked here there is nothing to try the words on: ask for a pass first, and make new words only where
  /// the account has none. Throws ``PersonalSyncOwnershipError/approvalRequired`` before the store has an owner.
  public func unlock(_ root: RootKey) async throws(SyncError) -> UnlockOutcome {
    try await runner.unlock(root)
  }
}

extension DetachedSyncRuntime {
  /// See ``PersonalSyncRuntime/unlock(_:)``.
  public func unlock(_ root: RootKey) async throws(SyncError) -> UnlockOutcome {
    try await runner.unlock(root)
  }
}

extension PersonalIdentityClient {
  func domainKeys(of scope: SealingScope) throws(IdentityError) -> [DomainKey] {
    try load().keys.filter { $0.scope == scope }
  }

  /// Keeps a key, and says whether it took the place of another of the same scope and epoch.
  func keep(_ key: DomainKey) throws(IdentityError) -> Bool {
    var isAnother = false
    try update { secrets in
      let place = secrets.keys.firstIndex { $0.scope == key.scope && $0.epoch == key.epoch }
      if let place {
        isAnother = secrets.keys[place] != key
        secrets.keys[place] = key
      } else {
        secrets.keys.append(key)
      }
    }
    return isAnother
  }
}

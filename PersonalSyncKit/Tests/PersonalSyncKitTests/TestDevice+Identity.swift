import HubContracts
import PersonalSyncTesting

@testable import PersonalSyncKit

extension TestDevice {
  /// Signs in with a session that the Hub has given.
  @discardableResult
  func adopt(_ session: FakeHub.Session) async throws(IdentityError) -> PersonalSyncAccount {
    try await identity.adoptBearerToken(
      session.bearer, revokeHandle: session.revokeHandle, session: session.id,
      at: TestDevice.hubOrigin)
  }

  /// How many ends of sessions the Hub has not heard of.
  func revocations() async throws(JournalError) -> Int {
    let journal = store.journal
    return try await store.pool.read { (transaction) throws(JournalError) in
      try journal.revocations(transaction).count
    }
  }

  /// The session of now and everything else that is durable about it.
  func session() async throws(JournalError) -> StoredSession {
    let journal = store.journal
    return try await store.pool.read { (transaction) throws(JournalError) in
      try journal.session(transaction)
    }
  }
}

extension TestDevice.Parts {
  func bind(_ account: PersonalSyncAccount) async throws(JournalError) -> BindingOutcome {
    let journal = store.journal
    return try await store.pool.write { (transaction) throws(JournalError) in
      try journal.bind(
        account, adoptingUnownedData: true, nowMilliseconds: 0, transaction)
    }
  }
}

extension PersonalSyncAccount {
  /// The same session, as if another account's: what only a race could bring about.
  func ofAccount(_ other: FakeHub.Account) -> PersonalSyncAccount {
    PersonalSyncAccount(
      hub: hub, hubKey: hubKey, origin: origin, account: other.id, name: other.name,
      timeZone: timeZone, session: session, generation: generation)
  }
}

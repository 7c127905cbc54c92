import PersonalSyncKit

/// Whether an account owns the store.
public enum Approval: Sendable, Equatable {
  case given(PersonalSyncAccount)
  case asked(ApprovalQuestion)
}

/// What a person must see before an account becomes the owner of a store, which is for ever.
public struct ApprovalQuestion: Sendable, Equatable {
  /// As the Hub proved it just now.
  public let account: PersonalSyncAccount
  /// How many records of this store would become the account's.
  public let records: Int
  /// How many changes would be sent to the Hub.
  public let waiting: Int
}

import HubContracts

/// What pages and programs read of an account's records, beside the feed.
///
/// Tombstones are in none of the answers, and neither is anything of another account.
public protocol LifeStorage: Sendable {
  /// How many records there are of each kind; a kind without any is absent.
  func counts(of account: AccountNumber) async throws(StorageError) -> [RecordKind: Int]

  /// When each domain last told something new, in milliseconds since 1970; deletions count.
  func newestArrivals(of account: AccountNumber) async throws(StorageError) -> [Domain: Int64]

  /// When what happened in `minutes`, ascending.
  func moments(
    in minutes: Range<Minute>, of account: AccountNumber
  ) async throws(StorageError) -> [Moment]

  /// The summaries that a domain has of `days`, ascending.
  func summaries(
    in domain: Domain, of days: ClosedRange<Day>, of account: AccountNumber
  ) async throws(StorageError) -> [Change]

  /// The records that match, newest first by when they happened.
  func records(
    _ query: RecordQuery, of account: AccountNumber
  ) async throws(StorageError) -> [Change]

  /// How many records match, whatever the query's offset and limit.
  func count(_ query: RecordQuery, of account: AccountNumber) async throws(StorageError) -> Int
}

/// A type of record of one domain.
public struct RecordKind: Sendable, Hashable {
  public let domain: Domain
  public let type: String

  public init(_ domain: Domain, _ type: String) {
    self.domain = domain
    self.type = type
  }
}

/// That a record of some kind happened at some minute.
public struct Moment: Sendable, Equatable {
  public let minute: Minute
  public let kind: RecordKind

  public init(_ minute: Minute, _ kind: RecordKind) {
    self.minute = minute
    self.kind = kind
  }
}

/// Which records are wanted.
public struct RecordQuery: Sendable, Equatable {
  public static let offsetMax = 1_000_000

  /// None matches where this is empty.
  public var kinds: [RecordKind]
  public var minutes: Range<Minute>
  /// How many of the newest are left out, 0…``offsetMax``.
  public var offset: Int
  public var limit: Int

  public init(
    _ kinds: [RecordKind], in minutes: Range<Minute> = Self.allTime, offset: Int = 0, limit: Int
  ) {
    self.kinds = kinds
    self.minutes = minutes
    self.offset = offset
    self.limit = limit
  }

  public static let allTime = Minute(number: .min)..<Minute(number: .max)
}

import HubContracts

/// Two versions of one record that were made without knowledge of each other, for an app to judge.
public struct RecordConflict: Sendable, Equatable {
  public var domain: Domain
  public var record: RecordID
  /// What waits on this device; nil where it deletes the record.
  public var local: RecordBody?
  public var localModifiedAt: Stamp
  /// What the Hub holds; nil where the record was deleted.
  public var remote: RecordBody?
  public var remoteModifiedAt: Stamp
  /// What both began from; nil where that was a deleted record, none, or is not known.
  public var base: RecordBody?
}

/// What becomes of a ``RecordConflict``.
public enum ConflictResolution: Sendable, Equatable {
  /// The Hub's version is kept aside for the person.
  case keepLocal
  /// The edit made here is kept aside for the person.
  case takeRemote
  /// A new edit that holds both: nothing is kept aside, because nothing is lost.
  ///
  /// A sealed detail that it leaves out is lost all the same, and its side is kept.
  case merged(RecordBody)
}

/// An app's own rule for conflicts, given to ``Journal/attach(to:install:random:resolve:)``.
///
/// Pure and quick: it runs inside the transaction of a batch, may run more than once for one conflict,
/// and must say the same for the same. After a crash of an app whose store is not SQLite, `local` may be
/// what it made of the two before. It is not asked about day summaries, records whose content is
/// frozen, and what this program cannot read; those follow the kit's rule (docs/protocol/sync.md, §6).
public typealias ResolveConflict = @Sendable (RecordConflict) -> ConflictResolution

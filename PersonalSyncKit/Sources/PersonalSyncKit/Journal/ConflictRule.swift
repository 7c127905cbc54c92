import HubContracts

/// Decides between an edit made here and a version made elsewhere (docs/protocol/sync.md, §6).
///
/// Pure. The later stamp wins, deletes included, and on a tie the Hub's; so every device decides
/// alike, whatever the order in which it learns of them. Of a record whose content is frozen the Hub's
/// version stays as it is, and a delete wins whenever it was made.
enum ConflictRule {
  enum Resolution: Equatable {
    /// Both say the same, and the Hub's stamp is as late: nothing is lost and nothing is shown.
    case same
    /// Both say the same, but this one was said later, which a third device has to learn: a delete
    /// at 10:05 beats an edit of 10:02 even where somebody else had deleted at 10:00 as well.
    case sameButLater
    case keepLocal
    case takeRemote
  }

  static func resolve(
    _ local: LocalEdit, _ change: Change, remote: KeptContent, isContentFrozen: Bool = false
  ) -> Resolution {
    if local.operation == change.operation,
      local.operation == .delete || local.content == remote
    {
      return local.modifiedAt > change.modifiedAt ? .sameButLater : .same
    }
    if isContentFrozen { return local.operation == .delete ? .keepLocal : .takeRemote }
    return local.modifiedAt > change.modifiedAt ? .keepLocal : .takeRemote
  }
}

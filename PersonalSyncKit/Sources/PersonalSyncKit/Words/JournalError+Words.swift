extension JournalError: CustomStringConvertible {
  /// A sentence of what happened, what to do about it, and the ``code``.
  public var description: String {
    switch self {
    case .diskFull:
      words("The disk is full, so this was not saved.", "Free some space and try again.")
    case .damaged:
      words(
        "The store's bookkeeping of the sync is damaged.",
        "Sync has stopped and the file is kept as it is. Copy its folder, then rebuild the bookkeeping."
      )
    case .newerSchema:
      words("A newer version of the app made this store.", "Update the app. Nothing was changed.")
    case .unavailable(let reason):
      words(
        "The store could not be used: \(reason).",
        "Another program may hold it, or it may not be written. Look at its folder's permissions, and "
          + "try again.")
    case .detailLocked:
      words(
        "Another device keeps a detail of this record that is locked here.",
        "Unlock this device with the 24 words, or change the record there. Nothing was changed.")
    case .contentFrozen:
      words(
        "This record is finished and stays as it is.",
        "It can be deleted, not changed. Nothing was changed.")
    case .contentUnknown:
      words(
        "A newer version of the app wrote what this record says.",
        "Update the app. Nothing was changed.")
    case .idOfAnotherType(let record, let type):
      words(
        "The record \(record) cannot be a \(type): its id names another type.",
        "Make ids of the type whose facts are saved, such as with newRecord(_:). Nothing was changed."
      )
    }
  }

  private func words(_ what: String, _ remedy: String) -> String {
    ErrorWords(what, remedy, code).text
  }
}

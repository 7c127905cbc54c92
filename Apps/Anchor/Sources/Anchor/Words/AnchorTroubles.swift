import AnchorImport
import AnchorModel
import AppShell
import ToolboxCommandLine

/// Says why Anchor did not do something: what, what to do, and what became of the sessions.
struct AnchorTroubles {
  let folder: StoreFolder

  func trouble(_ error: AnchorError) -> Trouble {
    switch error {
    case .store(let error): TroubleWriter(AnchorApp.profile, folder: folder).trouble(error)
    case .refused(let refusal): refused(refusal)
    case .habit(let refusal): Self.trouble(refusal)
    case .plan(let refusal): Self.trouble(refusal)
    case .undo(let refusal): refused(refusal)
    case .file(let refusal): refused(refusal)
    }
  }

  private func refused(_ refusal: SessionRefusal) -> Trouble {
    let (what, remedy) = words(refusal)
    return Trouble(.refused, refusal.code, what, remedy)
  }

  private func words(_ refusal: SessionRefusal) -> (what: String, remedy: String) {
    switch refusal {
    case .nothingActive:
      ("No session is running.", "Start one with: anchor focus 25 \"what for\"")
    case .alreadyRunning:
      ("The session is running already.", "Nothing was changed.")
    case .alreadyPaused:
      ("The session is paused already.", "Go on with: anchor resume")
    case .alreadyFinished:
      ("The session ended when its plan was met.", "It is kept as completed. Start a new one.")
    case .factsOnly:
      (
        "This session was recorded on another device and can only be read here.",
        "Change it there; what you change arrives here with the next sync."
      )
    case .planOutOfRange:
      (
        "A session is planned for 5 to 180 minutes.",
        "Give a length in that range, or --open for one without an end."
      )
    case .timesRefused(.endNotAfterStart):
      ("The end has to be after the start.", "Nothing was added. Look at the times.")
    case .timesRefused(.inFuture):
      (
        "That is in the future.",
        "Write down what has been; nothing was added. For now: anchor focus"
      )
    case .timesRefused(.tooLong(let seconds)):
      (
        "\(HumanDuration.text(.seconds(seconds))) is longer than a day.",
        "Nothing was added. Is one of the days wrong?"
      )
    case .wordsOverLimit(let limit):
      (words(limit), "Make it shorter. Nothing was changed.")
    }
  }

  private func words(_ limit: SessionWords.Limit) -> String {
    switch limit {
    case .titleBytes: "The title is longer than \(limit.maximum) bytes."
    case .tagBytes: "A tag is longer than \(limit.maximum) bytes."
    case .tags: "There are more than \(limit.maximum) tags."
    case .notesBytes: "The notes are longer than \(limit.maximum) bytes."
    }
  }

  static func trouble(_ refusal: HabitRefusal) -> Trouble {
    let (what, remedy) = words(refusal)
    return Trouble(.refused, refusal.code, what, remedy)
  }

  private static func words(_ refusal: HabitRefusal) -> (what: String, remedy: String) {
    switch refusal {
    case .notFound:
      ("There is no such habit.", "See what there is: anchor habit list --all")
    case .nameMissing:
      ("A habit needs a name.", "Such as: anchor habit add \"read\" --every daily")
    case .wordsOverLimit(let limit):
      (words(limit), "Make it shorter. Nothing was changed.")
    case .unitRefused:
      (
        "A unit is a word or two, at most \(HabitMeasure.unitBytesMax) bytes.",
        "Such as: --target 20 --unit pages"
      )
    case .targetRefused:
      ("A target of nothing is always reached.", "Give a number over 0, or --at-most.")
    case .factsOnly:
      (
        "This habit was made on another device and can only be checked in here.",
        "Change it there, or let this device read details: anchor unlock"
      )
    case .dayInFuture(let day):
      ("\(DayWords.title(of: day)) is yet to come.", "Nothing was changed. Look at the day.")
    case .nothingMeasured:
      (
        "This habit is done or not; it counts nothing.",
        "Leave the amount out, or give the habit a target: anchor habit edit"
      )
    case .archived:
      ("This habit is at rest.", "Take it up again: anchor habit resume. Nothing was changed.")
    case .notArchived: ("This habit is not at rest.", "Nothing was changed.")
    }
  }

  private static func words(_ limit: HabitWords.Limit) -> String {
    switch limit {
    case .nameBytes: "The name is longer than \(limit.maximum) bytes."
    case .questionBytes: "The question is longer than \(limit.maximum) bytes."
    case .notesBytes: "The notes are too long."
    }
  }

  static func trouble(_ refusal: PlanRefusal) -> Trouble {
    let (what, remedy) = words(refusal)
    return Trouble(.refused, refusal.code, what, remedy)
  }

  private static func words(_ refusal: PlanRefusal) -> (what: String, remedy: String) {
    switch refusal {
    case .notFound: ("There is no such block on that day.", "See what is planned: anchor plan")
    case .templateNotFound:
      ("There is no such template.", "See what there is: anchor plan usual")
    case .titleMissing: ("A block needs a title.", "Such as: anchor plan add 9:00 45m \"write\"")
    case .wordsOverLimit(let limit):
      (words(limit), "Make it shorter. Nothing was changed.")
    case .timesOutOfRange:
      (
        "A block takes from one minute to a day, and starts on its day.",
        "Such as: anchor plan add 9:00 45m \"write\". Nothing was changed."
      )
    case .livedRefused:
      (
        "What was done ends after it starts, took no longer than a day and is over.",
        "Look at the times. Nothing was changed."
      )
    case .notOpen:
      (
        "That block is done, skipped or moved already.",
        "Open it again first: anchor plan reopen. Nothing was changed."
      )
    case .alreadyOpen: ("That block is open.", "Nothing was changed.")
    }
  }

  private static func words(_ limit: PlanWords.Limit) -> String {
    switch limit {
    case .titleBytes: "The title is longer than \(limit.maximum) bytes."
    case .intentBytes: "The intent is longer than \(limit.maximum) bytes."
    case .noteBytes: "The note is longer than \(limit.maximum) bytes."
    case .causes: "There are more than \(limit.maximum) causes."
    }
  }

  private func refused(_ refusal: UndoRefusal) -> Trouble {
    switch refusal {
    case .nothingToUndo:
      Trouble(.refused, refusal.code, "There is nothing to take back.", "Nothing was changed.")
    case .changedSince:
      Trouble(
        .refused, refusal.code, "What it wrote has changed since, here or on another device.",
        "So the last action cannot be taken back. Nothing was changed.")
    case .anotherIsActive:
      Trouble(
        .refused, refusal.code, "Another session is running, and only one can.",
        "End it with anchor done, then undo twice. Nothing was changed.")
    }
  }

  private func refused(_ refusal: ImportRefusal) -> Trouble {
    let (what, remedy) =
      switch refusal {
      case .emptyFile: ("The file is empty.", "Export it again.")
      case .tooLarge(let bytes):
        (
          "The file has \(bytes / 1_000_000) MB, more than can be read at once.",
          "Export a part of it, such as one year: timew export 2025"
        )
      case .notUTF8: ("The file is UTF-16, not UTF-8.", "Save it as UTF-8, or export it again.")
      case .malformed(let line, let fault):
        ("The file is not whole: line \(line) \(fault.rawValue).", "Export it again.")
      case .malformedTable(let line, let fault):
        ("The file is not whole: line \(line) \(fault.rawValue).", "Export it again.")
      case .malformedCalendar(let fault):
        (
          "The calendar is not whole: line \(fault.line) \(fault.kind.rawValue).",
          "Export it again."
        )
      case .unknownFormat:
        (
          "This is not a format that Anchor reads.",
          "It reads \(AnchorApp.importedFormats)."
        )
      case .newerFormat(let version):
        (
          "The file is an export of a newer Anchor (version \(version) of the format).",
          "Import it with that Anchor, or update this one."
        )
      }
    return Trouble(.refused, refusal.code, what, "\(remedy) Nothing was added.")
  }
}

import AnchorModel
import AppShell
import ToolboxSQLite

/// What a person wants a habit to be.
struct HabitWish: Sendable, Equatable {
  var words: HabitWords
  var measure: HabitMeasure?
  var cadence: HabitCadence
}

/// What a person says of a day of a habit.
struct CheckInWish: Sendable, Equatable {
  enum Saying: Sendable, Equatable {
    /// Done, or so much of it; nil is all of it.
    case done(HabitAmount?)
    case skipped
  }

  var saying: Saying
  /// Nil is today.
  var day: Day?
  /// Nil leaves the note that there is.
  var note: String?
}

extension AnchorStore {
  /// Every habit with all that was said of it, by name.
  func habits() async throws(AnchorError) -> [HabitHistory] {
    try await read { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(SQLiteError) in
        let checkIns = Dictionary(
          grouping: try CheckInTable.on(.first ... .last, transaction), by: \.habit)
        return try HabitTable.all(transaction).map { HabitHistory($0, checkIns[$0.id] ?? []) }
      }
    }
  }

  /// One habit with all that was said of it.
  func habit(_ id: HabitID) async throws(AnchorError) -> HabitHistory {
    try await read { (_, transaction) throws(AnchorError) in
      let habit = try Self.find(id, transaction)
      return try inAnchor { () throws(SQLiteError) in
        HabitHistory(habit, try CheckInTable.of(id, .first ... .last, transaction))
      }
    }
  }

  // MARK: - Habits

  /// Begins a habit, today where no day is named.
  func addHabit(_ wish: HabitWish, since day: Day? = nil) async throws(AnchorError) -> Habit {
    let id = HabitID(random: randomBits())
    return try await actOnItems(.addHabit) { (desk, _) throws(AnchorError) in
      let since = day ?? desk.today
      guard since <= desk.today else { throw .habit(.dayInFuture(since)) }
      let habit = Habit(
        id: id, words: wish.words, measure: wish.measure,
        schedule: HabitSchedule(since: since, wish.cadence))
      return ([.habit(.added(habit))], habit)
    }
  }

  /// Changes a habit; another cadence counts from today on.
  func editHabit(
    _ id: HabitID, _ edit: @escaping @Sendable (inout HabitWish) throws(HabitRefusal) -> Void
  ) async throws(AnchorError) -> Habit {
    try await change(id, .editHabit) { (habit, today) throws(HabitRefusal) in
      let before = HabitWish(
        words: habit.words, measure: habit.measure, cadence: habit.schedule.cadence)
      var wish = before
      try edit(&wish)
      let edited = try habit.rewritten(wish.words, measure: wish.measure)
      return wish.cadence == before.cadence
        ? edited : try edited.rescheduled(to: wish.cadence, from: today)
    }
  }

  func archiveHabit(_ id: HabitID) async throws(AnchorError) -> Habit {
    try await change(id, .archiveHabit) { (habit, today) throws(HabitRefusal) in
      try habit.archived(from: today)
    }
  }

  func resumeHabit(
    _ id: HabitID, _ cadence: HabitCadence? = nil
  ) async throws(AnchorError) -> Habit {
    try await change(id, .resumeHabit) { (habit, today) throws(HabitRefusal) in
      try habit.resumed(from: today, cadence)
    }
  }

  private func change(
    _ id: HabitID, _ action: UndoStep.Action,
    _ edit: @escaping @Sendable (Habit, Day) throws(HabitRefusal) -> Habit
  ) async throws(AnchorError) -> Habit {
    try await actOnItems(action) { (desk, transaction) throws(AnchorError) in
      let held = try Self.find(id, transaction)
      let edited = try refusing { () throws(HabitRefusal) in try edit(held, desk.today) }
      return (Edit(from: held, to: edited).map { [.habit($0)] } ?? [], edited)
    }
  }

  // MARK: - Days

  /// Says what became of a habit on a day; what was said of it before gives way.
  func checkIn(_ id: HabitID, _ wish: CheckInWish) async throws(AnchorError) -> HabitHistory {
    let action: UndoStep.Action = wish.saying == .skipped ? .skip : .checkIn
    return try await actOnItems(action) { (desk, transaction) throws(AnchorError) in
      let habit = try Self.find(id, transaction)
      let changes = try Self.checkIn(habit, wish, desk, transaction)
      return (changes, try Self.history(of: habit, after: changes, transaction))
    }
  }

  /// Takes back what was said of a day; today where none is named.
  func clearCheckIn(_ id: HabitID, on day: Day? = nil) async throws(AnchorError) -> HabitHistory {
    try await actOnItems(.clearCheckIn) { (desk, transaction) throws(AnchorError) in
      let habit = try Self.find(id, transaction)
      let changes = try Self.clear(habit, on: day ?? desk.today, transaction)
      return (changes, try Self.history(of: habit, after: changes, transaction))
    }
  }

  /// The changes that a wish makes; none where it says what was said already.
  static func checkIn(
    _ habit: Habit, _ wish: CheckInWish, _ desk: Desk, _ transaction: borrowing Transaction
  ) throws(AnchorError) -> [ItemChange] {
    let day = wish.day ?? desk.today
    let held = try said(of: habit, on: day, transaction)
    let key = CheckIn.Key(of: habit.id, on: day)
    let own = held.first { $0.id == key.id }
    let note = wish.note ?? own?.note ?? ""
    // A day that is over has no moment of its own; its noon is on it in every zone's summer and winter.
    let at =
      day == desk.today ? desk.now : desk.calendar.instant(on: day, wallSeconds: 12 * 3_600)
    let checkIn = try refusing { () throws(HabitRefusal) in
      switch wish.saying {
      case .done(let amount):
        guard day <= desk.today else { throw .dayInFuture(day) }
        return try CheckIn.done(key, of: habit, at: at, amount: amount, note: note)
      case .skipped: return try CheckIn(key, at: at, status: .skipped, note: note)
      }
    }
    if let own, own.says(checkIn), held.count == 1 { return [] }
    let others = held.filter { $0.id != key.id }.map { ItemChange.checkIn(.removed($0)) }
    return others + (Edit(from: own, to: checkIn).map { [.checkIn($0)] } ?? [])
  }

  static func clear(
    _ habit: Habit, on day: Day, _ transaction: borrowing Transaction
  ) throws(AnchorError) -> [ItemChange] {
    try said(of: habit, on: day, transaction).map { .checkIn(.removed($0)) }
  }

  private static func said(
    of habit: Habit, on day: Day, _ transaction: borrowing Transaction
  ) throws(AnchorError) -> [CheckIn] {
    try inAnchor { () throws(SQLiteError) in
      try CheckInTable.of(habit.id, day...day, transaction)
    }
  }

  /// The habit as it will be once `changes` are written.
  private static func history(
    of habit: Habit, after changes: [ItemChange], _ transaction: borrowing Transaction
  ) throws(AnchorError) -> HabitHistory {
    var checkIns = try inAnchor { () throws(SQLiteError) in
      try CheckInTable.of(habit.id, .first ... .last, transaction)
    }
    for case .checkIn(let change) in changes {
      checkIns.removeAll { $0.id == change.id }
      if let after = change.after { checkIns.append(after) }
    }
    return HabitHistory(habit, checkIns)
  }

  static func find(
    _ id: HabitID, _ transaction: borrowing Transaction
  ) throws(AnchorError) -> Habit {
    let habit = try inAnchor { () throws(SQLiteError) in try HabitTable.find(id, transaction) }
    guard let habit else { throw .habit(.notFound) }
    return habit
  }

  // MARK: - How writes are made

  typealias ItemDecision<Result> = (changes: [ItemChange], result: Result)

  /// Decides by the model inside the transaction, and writes what it decided with its undo step.
  func actOnItems<Result: Sendable>(
    _ action: UndoStep.Action,
    _ decide:
      @escaping @Sendable (Desk, borrowing Transaction) throws(AnchorError) -> ItemDecision<Result>
  ) async throws(AnchorError) -> Result {
    try await write { (desk, transaction) throws(AnchorError) in
      let (changes, result) = try decide(desk, transaction)
      if changes.isEmpty { return result }
      try inAnchor { () throws(StoreError) in try desk.items.write(changes, transaction) }
      _ = try inAnchor { () throws(SQLiteError) in
        try UndoTable.add(UndoStep(action, items: changes), at: desk.now, transaction)
      }
      return result
    }
  }
}

extension CheckIn {
  /// Whether the other says the same of the day, whenever it was said.
  func says(_ other: CheckIn) -> Bool {
    status == other.status && amount == other.amount && note == other.note
  }
}

/// Asks the model about a habit and says its refusal as Anchor does.
func refusing<Result>(
  _ body: () throws(HabitRefusal) -> Result
) throws(AnchorError) -> Result {
  do throws(HabitRefusal) { return try body() } catch { throw .habit(error) }
}

import AnchorModel
import AppShell
import ToolboxSQLite

/// What a person wants a block, or a template of blocks, to be.
struct PlanWish: Sendable, Equatable {
  var words: PlanWords
  var times: PlanBlock.Times
  var kind: PlanBlock.Kind = .focus
}

/// Which block, also one that a template is yet to make.
struct BlockKey: Sendable, Equatable {
  let id: PlanBlockID
  let day: Day
}

extension AnchorStore {
  /// A day's plan beside what was lived; today where none is named.
  func plan(of day: Day? = nil) async throws(AnchorError) -> PlanView {
    try await settle()
    try await applyTemplates()
    let app = app
    return try await read { (desk, transaction) throws(AnchorError) in
      try inAnchor { () throws(StoreError) in
        let zone = try app.zone(transaction)
        return try inStore { () throws(SQLiteError) in
          try PlanView(day ?? desk.today, desk, zone: zone, transaction)
        }
      }
    }
  }

  /// Writes today's blocks of the templates, if they are not there yet; looks first.
  private func applyTemplates() async throws(AnchorError) {
    let isApplied = try await read { (desk, transaction) throws(AnchorError) in
      try inAnchor { () throws(SQLiteError) in
        try AppliedDayTable.holds(desk.today, transaction)
      }
    }
    if isApplied { return }
    try await write { (desk, transaction) throws(AnchorError) in
      try inAnchor { () throws(StoreError) in try desk.applyTemplates(transaction) }
    }
  }

  // MARK: - Blocks

  func addBlock(_ wish: PlanWish, on day: Day? = nil) async throws(AnchorError) -> PlanBlock {
    let id = PlanBlockID(random: randomBits())
    return try await actOnItems(.addBlock) { (desk, _) throws(AnchorError) in
      let block = PlanBlock(
        id: id, day: day ?? desk.today, times: wish.times, words: wish.words, kind: wish.kind)
      return ([.block(.added(block))], block)
    }
  }

  func editBlock(
    _ key: BlockKey, _ edit: @escaping @Sendable (inout PlanWish) throws(PlanRefusal) -> Void
  ) async throws(AnchorError) -> PlanBlock {
    try await change(key, .editBlock) { (block, _) throws(PlanRefusal) in
      var wish = PlanWish(words: block.words, times: block.times, kind: block.kind)
      try edit(&wish)
      return try block.rewritten(wish.words, times: wish.times, kind: wish.kind)
    }
  }

  /// Says that a block is done, and where it is known from when to when.
  func completeBlock(
    _ key: BlockKey, from start: Instant? = nil, to end: Instant? = nil
  ) async throws(AnchorError) -> PlanBlock {
    try await change(key, .completeBlock) { (block, now) throws(PlanRefusal) in
      guard let start else { return try block.completed(now: now) }
      return try block.completed(
        lived: try PlanBlock.LivedSpan(from: start, to: end ?? now), now: now)
    }
  }

  func skipBlock(_ key: BlockKey) async throws(AnchorError) -> PlanBlock {
    try await change(key, .skipBlock) { (block, _) throws(PlanRefusal) in try block.skipped() }
  }

  func reopenBlock(_ key: BlockKey) async throws(AnchorError) -> PlanBlock {
    try await change(key, .reopenBlock) { (block, _) throws(PlanRefusal) in try block.reopened() }
  }

  /// Removes a block; one that a template made is skipped, since the template would make it again.
  func removeBlock(_ key: BlockKey) async throws(AnchorError) -> PlanBlock {
    try await actOnItems(.removeBlock) { (_, transaction) throws(AnchorError) in
      let (stored, block) = try Self.find(key, transaction)
      if block.template != nil, block.isOpen {
        let skipped = try refusing { () throws(PlanRefusal) in try block.skipped() }
        return (Edit(from: stored, to: skipped).map { [.block($0)] } ?? [], skipped)
      }
      return (stored.map { [.block(.removed($0))] } ?? [], block)
    }
  }

  private func change(
    _ key: BlockKey, _ action: UndoStep.Action,
    _ edit: @escaping @Sendable (PlanBlock, Instant) throws(PlanRefusal) -> PlanBlock
  ) async throws(AnchorError) -> PlanBlock {
    try await actOnItems(action) { (desk, transaction) throws(AnchorError) in
      let (stored, block) = try Self.find(key, transaction)
      let edited = try refusing { () throws(PlanRefusal) in try edit(block, desk.now) }
      return (Edit(from: stored, to: edited).map { [.block($0)] } ?? [], edited)
    }
  }

  /// The block as it is stored, and as it is shown: a template may be yet to make it.
  private static func find(
    _ key: BlockKey, _ transaction: borrowing Transaction
  ) throws(AnchorError) -> (stored: PlanBlock?, shown: PlanBlock) {
    let stored = try inAnchor { () throws(SQLiteError) in
      try PlanBlock.find(key.id, transaction)
    }
    if let stored { return (stored, stored) }
    let templates = try inAnchor { () throws(SQLiteError) in
      try PlanItemTable.templates(transaction)
    }
    let made = templates.lazy.compactMap { $0.block(on: key.day) }.first { $0.id == key.id }
    guard let made else { throw .plan(.notFound) }
    return (nil, made)
  }

  // MARK: - Days

  /// Moves what was not done on `day` to another, today where none is named; answers what stands there now.
  func rollOver(from day: Day, to target: Day? = nil) async throws(AnchorError) -> [PlanBlock] {
    try await actOnItems(.rollOver) { (desk, transaction) throws(AnchorError) in
      let target = target ?? desk.today
      let edits = try inAnchor { () throws(SQLiteError) in
        let templates = try PlanItemTable.templates(transaction)
        let plan = try PlanView.plan(of: day, desk, templates, transaction)
        return try plan.rolledOver(to: target, templates: templates) {
          (block) throws(SQLiteError) in
          try PlanBlock.freeID(of: block.id, broughtTo: target, transaction)
        }
      }
      let carried = edits.compactMap { edit -> PlanBlock? in
        if case .added(let block) = edit { block } else { nil }
      }
      return (edits.map(ItemChange.block), carried)
    }
  }

  /// Copies the content of a day to another, today where none is named; answers what was added.
  func copyPlan(from day: Day, to target: Day? = nil) async throws(AnchorError) -> [PlanBlock] {
    try await actOnItems(.copyDay) { (desk, transaction) throws(AnchorError) in
      let copies = try inAnchor { () throws(SQLiteError) in
        let templates = try PlanItemTable.templates(transaction)
        let plan = try PlanView.plan(of: day, desk, templates, transaction)
        let other = try PlanView.plan(of: target ?? desk.today, desk, templates, transaction)
        return try plan.copied(onto: other) { (block) throws(SQLiteError) in
          try PlanBlock.freeID(of: block.id, broughtTo: other.day, transaction)
        }
      }
      return (copies.map { .block(.added($0)) }, copies)
    }
  }

  // MARK: - Templates

  func templates() async throws(AnchorError) -> [PlanTemplate] {
    try await read { (_, transaction) throws(AnchorError) in
      try inAnchor { () throws(SQLiteError) in try PlanItemTable.templates(transaction) }
    }
  }

  /// Begins a template, from today on; today's block is made at once if today is one of its days.
  func addTemplate(
    _ wish: PlanWish, _ weekdays: PlanTemplate.Weekdays
  ) async throws(AnchorError) -> PlanTemplate {
    let id = PlanTemplateID(random: randomBits())
    return try await actOnItems(.addTemplate) { (desk, _) throws(AnchorError) in
      let template = PlanTemplate(
        id: id, words: wish.words, times: wish.times, kind: wish.kind, weekdays: weekdays,
        since: desk.today)
      let block = template.block(on: desk.today).map { ItemChange.block(.added($0)) }
      return ([.template(.added(template))] + [block].compactMap(\.self), template)
    }
  }

  /// Changes a template, and today's block of it where nothing became of that and nobody changed it.
  func editTemplate(
    _ id: PlanTemplateID, _ wish: PlanWish, _ weekdays: PlanTemplate.Weekdays
  ) async throws(AnchorError) -> PlanTemplate {
    try await actOnItems(.editTemplate) { (desk, transaction) throws(AnchorError) in
      let held = try Self.find(id, transaction)
      let edited = held.rewritten(
        wish.words, times: wish.times, kind: wish.kind, weekdays: weekdays)
      return (try Self.changes(from: held, to: edited, desk, transaction), edited)
    }
  }

  /// Ends a template; its blocks of today and before stay, except today's if nobody touched it.
  func removeTemplate(_ id: PlanTemplateID) async throws(AnchorError) -> PlanTemplate {
    try await actOnItems(.removeTemplate) { (desk, transaction) throws(AnchorError) in
      let held = try Self.find(id, transaction)
      return (try Self.changes(from: held, to: nil, desk, transaction), held)
    }
  }

  private static func changes(
    from held: PlanTemplate, to edited: PlanTemplate?, _ desk: Desk,
    _ transaction: borrowing Transaction
  ) throws(AnchorError) -> [ItemChange] {
    guard let change = Edit(from: held, to: edited) else { return [] }
    let id = PlanBlockID(of: held.id, on: desk.today)
    let stored = try inAnchor { () throws(SQLiteError) in try PlanBlock.find(id, transaction) }
    guard stored == held.block(on: desk.today) else { return [.template(change)] }
    let block = Edit(from: stored, to: edited?.block(on: desk.today)).map(ItemChange.block)
    return [.template(change)] + [block].compactMap(\.self)
  }

  private static func find(
    _ id: PlanTemplateID, _ transaction: borrowing Transaction
  ) throws(AnchorError) -> PlanTemplate {
    let held = try inAnchor { () throws(SQLiteError) in
      try PlanTemplate.find(id, transaction)
    }
    guard let held else { throw .plan(.templateNotFound) }
    return held
  }

  // MARK: - The review

  /// Says something of a day at its end; nil leaves the note that there is, and an empty one clears it.
  func review(
    _ day: Day? = nil, note: String? = nil, cause: (PlanBlockID, ReviewNotes.Cause?)? = nil
  ) async throws(AnchorError) -> ReviewNotes {
    let (block, named) = (cause?.0, cause?.1)
    return try await actOnItems(.review) { (desk, transaction) throws(AnchorError) in
      let day = day ?? desk.today
      let id = ReviewID(of: day)
      let held = try inAnchor { () throws(SQLiteError) in try ReviewNotes.find(id, transaction) }
      var causes = held?.causes ?? [:]
      if let block { causes[block] = named }
      let said = causes
      let notes = try refusing { () throws(PlanRefusal) in
        try ReviewNotes(id: id, day: day, note: note ?? held?.note ?? "", causes: said)
      }
      let change = Edit(from: held, to: notes.isEmpty ? nil : notes).map(ItemChange.review)
      return ([change].compactMap(\.self), notes)
    }
  }
}

extension Desk {
  /// Writes today's blocks of the templates once, also where one of them is removed afterwards.
  func applyTemplates(_ transaction: borrowing Transaction) throws(StoreError) {
    let made = try inStore { () throws(SQLiteError) -> [PlanBlock] in
      if try AppliedDayTable.holds(today, transaction) { return [] }
      try AppliedDayTable.add(today, transaction)
      var made: [PlanBlock] = []
      for template in try PlanItemTable.templates(transaction) {
        guard let block = template.block(on: today) else { continue }
        if try PlanBlock.find(block.id, transaction) == nil { made.append(block) }
      }
      return made
    }
    if !made.isEmpty { try items.write(made.map { .block(.added($0)) }, transaction) }
  }
}

extension PlanTemplate {
  func block(on day: Day) -> PlanBlock? { block(on: day, id: PlanBlockID(of: id, on: day)) }
}

/// Asks the model about a plan and says its refusal as Anchor does.
func refusing<Result>(
  _ body: () throws(PlanRefusal) -> Result
) throws(AnchorError) -> Result {
  do throws(PlanRefusal) { return try body() } catch { throw .plan(error) }
}

/// The blocks of one day, and what can be done with all of them.
public struct PlanDay: Equatable, Sendable {
  public let day: Day
  /// By start, those without one last.
  public let blocks: [PlanBlock]

  public init(day: Day, blocks: some Sequence<PlanBlock>) {
    self.day = day
    self.blocks = blocks.filter { $0.day == day }.sorted(by: Self.isBefore)
  }

  /// Of those that were not moved to another day.
  public var planned: Int { blocks.filter(\.staysOnItsDay).count }

  public var done: Int { blocks.filter(\.isDone).count }

  /// The open block of now, else the next, else the last that is open; nil where none is.
  public func toStart(atMinute minute: Int) -> PlanBlock? {
    let open = blocks.filter(\.isOpen)
    let timed = open.filter { $0.times.startMinute != nil }
    let current = timed.first { block in
      guard let start = block.times.startMinute, let end = block.times.endMinute else {
        return false
      }
      return (start..<end).contains(minute)
    }
    let next = timed.first { $0.times.startMinute.map { $0 >= minute } ?? false }
    return current ?? next ?? open.last
  }

  /// Its content as open blocks of another day, beside what is planned there already.
  ///
  /// What became of a block is not copied, nor what was moved away, nor what `other` has at that time
  /// under that title. A copy belongs to no template.
  ///
  /// `id` gives the copy of a block its own, the same on every device.
  public func copied<Failure>(
    onto other: PlanDay, id: (PlanBlock) throws(Failure) -> PlanBlockID
  ) throws(Failure) -> [PlanBlock] {
    var copies: [PlanBlock] = []
    for block in blocks where block.staysOnItsDay && !other.has(block) {
      copies.append(
        PlanBlock(
          id: try id(block), day: other.day, times: block.times, words: block.words,
          kind: block.kind))
    }
    return copies
  }

  private func has(_ other: PlanBlock) -> Bool {
    blocks.contains {
      $0.times.startMinute == other.times.startMinute && $0.words.names(other.words.title)
    }
  }

  /// What was not done and is to be done on a later day.
  ///
  /// A block that a template made is not where that makes another of its own on `day`.
  public func leftOver(for day: Day, templates: [PlanTemplate]) -> [PlanBlock] {
    let recurring = Set(templates.filter { $0.isUsual(on: day) }.map(\.id))
    return blocks.filter { block in
      block.isOpen && block.day < day && !(block.template.map(recurring.contains) ?? false)
    }
  }

  /// What is left over moves to a later day, at no set time there.
  ///
  /// `id` gives what a block becomes its own, the same on every device.
  public func rolledOver<Failure>(
    to day: Day, templates: [PlanTemplate], id: (PlanBlock) throws(Failure) -> PlanBlockID
  ) throws(Failure) -> [Edit<PlanBlock>] {
    var edits: [Edit<PlanBlock>] = []
    for block in leftOver(for: day, templates: templates) {
      var left = block
      left.outcome = .moved(to: day)
      let carried = PlanBlock(
        id: try id(block), day: day, times: block.times.untimed, words: block.words,
        kind: block.kind)
      edits += [.changed(from: block, to: left), .added(carried)]
    }
    return edits
  }

  private static func isBefore(_ one: PlanBlock, _ other: PlanBlock) -> Bool {
    (one.times.startMinute ?? 1_440, one.id) < (other.times.startMinute ?? 1_440, other.id)
  }
}

/// One thing written, as the store had it and has it then.
///
/// What an action did and what takes it back are both lists of these.
public enum Edit<Subject: Identifiable & Equatable & Sendable>: Equatable, Sendable {
  case added(Subject)
  /// Both are the same thing (one id).
  case changed(from: Subject, to: Subject)
  case removed(Subject)

  /// What leads from one to the other; nil where nothing does.
  public init?(from before: Subject?, to after: Subject?) {
    switch (before, after) {
    case (nil, nil): return nil
    case (nil, let after?): self = .added(after)
    case (let before?, nil): self = .removed(before)
    case (let before?, let after?):
      if before == after { return nil }
      self = .changed(from: before, to: after)
    }
  }

  public var id: Subject.ID {
    switch self {
    case .added(let subject), .changed(_, let subject), .removed(let subject): subject.id
    }
  }

  /// What the store held before; nil where it held nothing of that id.
  public var before: Subject? {
    switch self {
    case .added: nil
    case .changed(let subject, _), .removed(let subject): subject
    }
  }

  /// What the store holds afterwards; nil where it holds nothing of that id.
  public var after: Subject? {
    switch self {
    case .added(let subject), .changed(_, let subject): subject
    case .removed: nil
    }
  }

  /// The change that takes this one back from `held`, which the store holds now.
  func takenBack(from held: Subject?) -> Edit {
    switch self {
    case .added(let subject): .removed(held ?? subject)
    case .changed(let old, let new): .changed(from: held ?? new, to: old)
    case .removed(let subject): .added(subject)
    }
  }
}

public typealias SessionChange = Edit<FocusSession>

import HubContracts

/// An action as the Hub keeps it: what was asked, by whom, and how far it is.
public struct AskedAction: Sendable, Equatable {
  public let proposal: ActionProposal
  /// Later ones have greater numbers, within the account.
  public let position: Int64
  public let proposer: Proposer
  public let proposedAtMilliseconds: Int64
  public var approvedAtMilliseconds: Int64?
  /// When it came to rest; for one that was taken back, when that was settled.
  public var endedAtMilliseconds: Int64?
  public var life: ActionLife
  /// The store whose session had the newest lease.
  public var leasedTo: DocumentID?
  /// What the app said.
  public var outcome = Outcome()
  /// What it takes back, and the one store that may do it.
  public let undoing: Undoing?

  public struct Undoing: Sendable, Equatable {
    public let action: ActionID
    public let document: DocumentID

    public init(_ action: ActionID, in document: DocumentID) {
      self.action = action
      self.document = document
    }
  }

  public struct Outcome: Sendable, Equatable {
    /// The store that did it.
    public var document: DocumentID?
    public var refs: [RecordID] = []
    public var inverse: InverseAction?
    /// Why it was not done, or not taken back.
    public var refusal: ActionRefusal?

    public init() {}
  }

  public init(
    _ proposal: ActionProposal, at position: Int64, by proposer: Proposer,
    proposedAtMilliseconds: Int64, life: ActionLife, undoing: Undoing? = nil
  ) {
    self.proposal = proposal
    self.position = position
    self.proposer = proposer
    self.proposedAtMilliseconds = proposedAtMilliseconds
    self.life = life
    self.undoing = undoing
  }

  public var id: ActionID { proposal.id }
  public var name: ActionName { proposal.name }

  /// Where it stands at `now`, also where nobody has written down yet that its time is over.
  public func state(at now: Int64) -> ActionState { life.isOver(at: now) ? .expired : life.state }

  /// Whether the person can have it taken back.
  public var canBeUndone: Bool {
    life.state == .applied && outcome.inverse != nil && undoing == nil
  }
}

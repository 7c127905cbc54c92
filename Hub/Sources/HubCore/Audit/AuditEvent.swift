import HubContracts

/// Something that happened to an account, as its audit chain keeps it for ever (LOG-04).
///
/// Values of closed kinds, ids and numbers only: nothing that a person wrote, and nothing that an app's
/// record says.
public enum AuditEvent: Sendable, Equatable {
  case security(SecurityEvent)
  case action(ActionEvent)
  case keeping(KeepingEvent)

  /// What an event is about; the number is how storage finds them, and is never changed.
  public enum Subject: Int64, Sendable, CaseIterable {
    case security = 1
    case action = 2
    case keeping = 3
    /// What a stranger can cause: at most one of a kind in an hour, counted elsewhere.
    case refusal = 4
  }

  public var subject: Subject {
    switch self {
    case .security(let event): event.isCounted ? .refusal : .security
    case .action: .action
    case .keeping: .keeping
    }
  }

  /// By the Hub's clock, since 1970.
  public var atMilliseconds: Int64 {
    switch self {
    case .security(let event): event.atMilliseconds
    case .action(let event): event.atMilliseconds
    case .keeping(let event): event.atMilliseconds
    }
  }

  public var securityEvent: SecurityEvent? {
    guard case .security(let event) = self else { return nil }
    return event
  }

  /// How long its content is kept after it happened (LIFE-04); the commitment stays.
  public var keptMilliseconds: Int64 {
    switch self {
    case .security, .action: 400 * Milliseconds.day
    // Says why a chain is shorter than somebody remembers: as long as the chain itself.
    case .keeping: Int64.max / 2
    }
  }
}

/// One step in the life of an action: what it came to.
public struct ActionEvent: Sendable, Equatable {
  public let action: ActionID
  public let name: ActionName
  public let state: ActionState
  public let atMilliseconds: Int64
  /// The browser's or device's session that took the step; nil where none is known, or the Hub did.
  public let session: SessionID?
  /// The agent that proposed it, of that step alone.
  public let agent: Agent.ID?
  /// Why it was not done, or not taken back.
  public let refusal: ActionRefusal?

  public init(
    _ action: ActionID, _ name: ActionName, _ state: ActionState, atMilliseconds: Int64,
    session: SessionID? = nil, agent: Agent.ID? = nil, refusal: ActionRefusal? = nil
  ) {
    self.action = action
    self.name = name
    self.state = state
    self.atMilliseconds = atMilliseconds
    self.session = session
    self.agent = agent
    self.refusal = refusal
  }
}

/// Something that happened to all that the Hub keeps of an account.
public struct KeepingEvent: Sendable, Equatable {
  /// What happened; a name is never changed or used for something else.
  public enum Kind: String, Sendable, CaseIterable {
    case exported = "export.finished"
    case imported = "import.finished"
    /// A copy of the whole Hub, this account in it, was begun.
    case backedUp = "backup.begun"
    /// The Hub was put back to what it was when it held this chain up to here (LOG-07).
    case restored = "restore.done"
    case deletionAsked = "deletion.asked"
    case deletionWithdrawn = "deletion.withdrawn"
    /// An app's or a day's records were removed at the person's wish.
    case recordsForgotten = "records.forgotten"
  }

  public let kind: Kind
  public let atMilliseconds: Int64
  /// Of a restore, the new one.
  public let epoch: Epoch?
  /// A product of the ``Fleet``, where it was one app's.
  public let client: String?

  public init(_ kind: Kind, atMilliseconds: Int64, epoch: Epoch? = nil, client: String? = nil) {
    self.kind = kind
    self.atMilliseconds = atMilliseconds
    self.epoch = epoch
    self.client = client
  }
}

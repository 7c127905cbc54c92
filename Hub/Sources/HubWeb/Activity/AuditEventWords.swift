import HubContracts
import HubCore

/// An entry of the audit chain in words.
struct AuditEventWords {
  let text: String

  init(_ event: AuditEvent) {
    text =
      switch event {
      case .security(let event): SecurityEventWords(event).text
      case .action(let event): Self.text(of: event)
      case .keeping(let event): Self.text(of: event)
      }
  }

  private static func text(of event: ActionEvent) -> String {
    let app = Fleet.owner(of: event.name.domain)?.title ?? event.name.domain.rawValue
    return "\(app), \(ActionWords.title(of: event.name)): \(words(for: event))"
  }

  private static func words(for event: ActionEvent) -> String {
    switch event.state {
    case .proposed: event.agent == nil ? "waits for you" : "proposed by an agent, waits for you"
    case .queued: "asked and approved"
    case .leased: "taken up by the app"
    case .applied: "done"
    case .declined: "declined"
    case .cancelled: "cancelled"
    case .rejected: "not done"
    case .expired: "too late"
    case .undoRequested: "to be taken back"
    case .undone: "taken back"
    case .undoRefused: "not taken back"
    }
  }

  private static func text(of event: KeepingEvent) -> String {
    switch event.kind {
    case .exported: "Everything exported"
    case .imported: "An export taken in"
    case .backedUp: "The Hub backed up"
    case .restored: "The Hub put back to an older state"
    case .deletionAsked: "Deleting the account asked for"
    case .deletionWithdrawn: "Deleting the account taken back"
    case .recordsForgotten: "Records forgotten at your wish"
    }
  }
}

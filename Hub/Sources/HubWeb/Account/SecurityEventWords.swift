import HubContracts
import HubCore

/// What happened around who gets in, in words.
struct SecurityEventWords {
  let text: String

  init(_ event: SecurityEvent) {
    let how = event.method.map { " \(Self.words(for: $0))" } ?? ""
    text =
      switch event.kind {
      case .ownerCreated, .accountCreated: "Account made\(how)"
      case .accountInvited: "Somebody invited"
      case .accountDisabled: "Account disabled"
      case .accountEnabled: "Account enabled again"
      case .deletionAsked: "Account given up"
      case .deletionCancelled: "Account kept after all"
      case .exported: "Everything exported"
      case .signedIn: "Signed in\(how)"
      case .signInFailed: "Sign-in refused\(how)"
      case .verified: "Confirmed it was you\(how)"
      case .verificationFailed: "Confirmation refused\(how)"
      case .passwordChanged: "Password changed"
      case .generatorAdded: "Authenticator set up"
      case .generatorRemoved: "Authenticator removed"
      case .passkeyAdded: "Passkey added"
      case .passkeyRemoved: "Passkey removed"
      case .passkeyCounterFellBack: "Passkey refused: it may have been copied"
      case .recoveryRenewed: "Recovery codes made"
      case .recoveryUsed: "Password set\(how)"
      case .deviceApproved: "\(Self.title(of: event)) approved"
      case .deviceDenied: "\(Self.title(of: event)) refused"
      case .deviceRenamed: "\(Self.title(of: event)) given another name"
      case .agentAdded: "An agent was let in"
      case .agentRemoved: "An agent was ended"
      case .sharingGranted: "\(Self.title(of: event)) let in on more: \(Self.scope(of: event))"
      case .sharingEnded: "\(Self.title(of: event)) let in no longer: \(Self.scope(of: event))"
      case .sessionEnded: "Signed out, or an app disconnected"
      case .bearerCopied: "\(Self.title(of: event)) disconnected, as its old key was used"
      }
  }

  private static func title(of event: SecurityEvent) -> String {
    event.client.flatMap(Fleet.product(named:))?.title ?? "An app"
  }

  /// A scope of another version of the Hub is not named.
  private static func scope(of event: SecurityEvent) -> String {
    event.scope.map { SharingWords.text(of: $0) } ?? "something"
  }

  private static func words(for method: SecurityEvent.Method) -> String {
    switch method {
    case .setupLink: "by the set-up link"
    case .invitation: "by an invitation"
    case .password: "with the password"
    case .passkey: "with a passkey"
    case .passwordAndCode: "with password and code"
    case .recoveryCode: "with a recovery code"
    case .recoveryLink: "with a link from the Hub's machine"
    case .commandLine: "by a command"
    }
  }
}

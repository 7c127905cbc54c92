// expect-error: enum 'case' is not allowed outside of an enum
import HubContracts

/// The vocabulary is closed.
extension FactKind {
  case text
}

/// The number under which this Hub's storage keeps an account; first in every key of a tenant's rows.
///
/// Storage hands it out for a session or an account that it holds, so that a route cannot make one
/// up and reach another person's rows.
public struct AccountNumber: Sendable, Hashable {
  public let value: Int64

  package init(_ value: Int64) { self.value = value }
}

/// What the Hub may know of a day of a habit: which habit, which day, and what became of it.
///
/// Source: docs/protocol/privacy.md, contract `habitCompletion` of domain `anchor`.
public struct CheckInFacts: Equatable, Sendable {
  public let key: CheckIn.Key
  public let at: Instant
  public let status: CheckIn.Status

  public init(_ key: CheckIn.Key, at: Instant, status: CheckIn.Status) {
    self.key = key
    self.at = at.wholeMinute
    self.status = status
  }

  /// The check-in as this device should hold it after receiving these facts; amount and note that are
  /// known here stay.
  public func merged(into local: CheckIn?) -> CheckIn {
    if let local, local.key == key, local.status == status, local.at == at { return local }
    do throws(HabitRefusal) {
      return try CheckIn(
        key, at: at, status: status, amount: local?.amount, note: local?.note ?? "",
        detail: local?.detail ?? .factsOnly)
    } catch { preconditionFailure("a note that was kept is not too long") }
  }
}

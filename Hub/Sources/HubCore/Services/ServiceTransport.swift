/// Carries one signed request to a service.
///
/// A form follows no redirect, keeps no cookie and no cache, checks certificates, and gives up after
/// ``ServiceLine/timeOut`` or more bytes than an answer may have.
public protocol ServiceTransport: Sendable {
  /// - `signature`: The value of the one header `Hub-Signature`.
  /// - `target`: A path that begins with `/`.
  func post(
    _ body: [UInt8], signature: String, to target: String
  ) async -> ServiceTransportAnswer
}

public enum ServiceTransportAnswer: Sendable, Equatable {
  /// Any status, and the whole body.
  case answered(status: Int, [UInt8])
  case silent(ServiceSilence)
}

/// Why a service's word is not known; a closed list for the person's page.
public enum ServiceSilence: String, Sendable, CaseIterable {
  /// Nothing answers there.
  case unreachable
  /// It took too long.
  case late
  /// It answered that it does not answer.
  case refused
  /// What it answered is outside the contract.
  case unreadable
  /// It failed several times, and is left alone for a while.
  case resting
  /// Too much is asked of it already.
  case crowded
  /// It does not know the person any more.
  case unlinked
}

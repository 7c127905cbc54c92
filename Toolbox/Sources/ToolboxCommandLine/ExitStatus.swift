/// What a program tells its caller when it ends.
public struct ExitStatus: Sendable, Equatable {
  public let code: Int32

  /// - Precondition: 0…125; shells use the rest themselves.
  public init(_ code: Int32) {
    precondition((0...125).contains(code), "an exit status of ours is 0…125")
    self.code = code
  }

  /// Done as asked.
  public static let done = ExitStatus(0)
  /// Understood, but refused or failed; the message on standard error says why.
  public static let refused = ExitStatus(1)
  /// Not understood: nothing was begun.
  public static let misused = ExitStatus(2)
}

extension BinaryInteger {
  /// The quotient rounded down, also below zero, where `/` rounds towards zero.
  ///
  /// The divisor is more than 0.
  package func flooredQuotient(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// What ``flooredQuotient(by:)`` leaves over: `0..<divisor`.
  package func flooredRemainder(by divisor: Self) -> Self {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}

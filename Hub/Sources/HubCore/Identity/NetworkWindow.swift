/// Lets a fixed number of attempts through in any span, for each network and for the wider one around it.
///
/// The wider one is looked at first: whoever has 65,536 networks beside each other, as each customer of an
/// IPv6 provider may, can fill no table with them. Pure; times are in milliseconds of any clock.
struct NetworkWindow: Sendable {
  /// By ``NetworkPrefix/bucket``.
  private var own: AttemptWindow<String>
  /// By ``NetworkPrefix/kept``.
  private var wider: AttemptWindow<String>

  init(attemptsMax: Int, widerMax: Int, span: Int64) {
    own = AttemptWindow(attemptsMax: attemptsMax, span: span)
    wider = AttemptWindow(attemptsMax: widerMax, span: span)
  }

  /// Counts an attempt and returns nil, or says how many milliseconds to wait and counts nothing.
  mutating func begin(_ network: NetworkPrefix, at now: Int64) -> Int64? {
    if let wait = wait(for: network, at: now) { return wait }
    _ = wider.begin(network.kept, at: now)
    return own.begin(network.bucket, at: now)
  }

  /// How long `network` has to wait; nil where it need not.
  mutating func wait(for network: NetworkPrefix, at now: Int64) -> Int64? {
    if let wait = wider.wait(for: network.kept, at: now) { return wait }
    return own.wait(for: network.bucket, at: now)
  }
}

/// For whom a password is hashed.
enum PasswordAsker: Hashable, Sendable {
  /// Somebody who typed a name, at a ``NetworkPrefix/bucket``.
  case stranger(name: String, network: String)
  /// Who holds a session, a link or a browser's mark of an account; the text names that account.
  case known(String)

  init(_ guess: AttemptLimits.Guess) {
    switch guess.place {
    case .network(let network): self = .stranger(name: guess.account, network: network.bucket)
    case .known: self = .known(guess.account)
    }
  }

  var isKnown: Bool {
    switch self {
    case .stranger: false
    case .known: true
    }
  }
}

/// How many passwords are hashed, or wait for it, for each name, network and known person.
struct PasswordCrowds {
  private enum Crowd: Hashable {
    case name(String)
    case network(String)
    case known(String)
  }

  private var counts: [Crowd: Int] = [:]

  init(_ askers: [PasswordAsker]) {
    for crowd in askers.flatMap(Self.crowds) { counts[crowd, default: 0] += 1 }
  }

  /// The size of the greater of an asker's crowds.
  private func size(for asker: PasswordAsker) -> Int {
    Self.crowds(of: asker).reduce(0) { max($0, counts[$1] ?? 0) }
  }

  /// Whether `one` has its turn before `other`: who is in the smaller crowd, then who is known.
  func precedes(_ one: PasswordAsker, _ other: PasswordAsker) -> Bool {
    let (own, its) = (size(for: one), size(for: other))
    return own != its ? own < its : one.isKnown && !other.isKnown
  }

  private static func crowds(of asker: PasswordAsker) -> [Crowd] {
    switch asker {
    case .stranger(let name, let network): [.name(name), .network(network)]
    case .known(let account): [.known(account)]
    }
  }
}

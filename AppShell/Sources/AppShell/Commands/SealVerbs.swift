import PersonalSyncKit
import PersonalSyncSealed
import ToolboxCommandLine

extension AppVerb {
  /// `seal`: makes the words of the account's details, and begins to seal on this device.
  static var seal: AppVerb {
    AppVerb(
      "seal", "Lets your own devices read the details too, and nobody else.",
      details: """
        Makes 24 words, shows them once and asks for three of them; then titles, notes and other \
        details go to your other devices through the Hub, which cannot read them. Write the words \
        on paper: each other device is unlocked by typing them. Whoever has them reads everything; \
        without them and without any device, the details are lost for ever.
        """,
      [Flag.yes]
    ) { (call) throws(Trouble) in
      let talk = SealTalk(call)
      let connection = try await talk.synchronized()
      if try await talk.details(connection).isUnlocked { return talk.alreadyUnlocked }
      // Before words are shown that nobody needs.
      guard try await !talk.isSealed(connection) else { throw talk.sealedElsewhere }
      let root = RootKey(random: call.machine.random)
      try talk.show(root)
      guard try await talk.seal(connection, root) == .unlocked else {
        throw talk.sealedElsewhere
      }
      return talk.sealed(root)
    }
  }

  /// `unlock`: lets this device read and write the details, by the words.
  static var unlock: AppVerb {
    AppVerb(
      "unlock", "Unlocks the details on this device with your 24 words.",
      details: """
        Asks for the words without showing them, or reads them from a line of input. What was locked \
        here is opened, and what this device had to send without its details is sent again with them. \
        The words themselves are not kept.
        """
    ) { (call) throws(Trouble) in
      let talk = SealTalk(call)
      let connection = try await talk.synchronized()
      let before = try await talk.details(connection)
      if before.isUnlocked, before.locked == 0 { return talk.alreadyUnlocked }
      guard try await talk.isSealed(connection) else { throw talk.nothingSealed }
      switch try await talk.unlock(connection, try talk.typed()) {
      case .unlocked: break
      case .otherWords: throw talk.otherWords
      case .notBegun: throw talk.nothingSealed
      }
      let after = try await talk.details(connection)
      return talk.unlocked(before.locked - after.locked)
    }
  }
}

import PersonalSyncKit
import ToolboxCommandLine

extension AppVerb {
  /// `approve`: makes the account the owner of the store, after the person has seen what that means.
  static var approve: AppVerb {
    AppVerb(
      "approve", "Lets your Hub account own this store, for ever.",
      details: """
        Shows the account, the Hub and its fingerprint, and how many records would be adopted, \
        and asks. Until then nothing is sent. A store never changes its owner; another account \
        takes another store (--data).
        """,
      [Flag.yes]
    ) { (call) throws(Trouble) in
      let connection = try await call.connection()
      do throws(ConnectionError) {
        switch try await connection.approval() {
        case .given(let account): return Self.owned(by: account, isNew: false, call)
        case .asked(let question):
          try Self.ask(question, call)
          try await connection.approve(question)
          return Self.owned(by: question.account, isNew: true, call)
        }
      } catch { throw await connection.trouble(error) }
    }
  }

  /// Throws unless the person says yes to exactly this.
  private static func ask(
    _ question: ApprovalQuestion, _ call: Call<Shown>
  ) throws(ConnectionError) {
    let words = ApprovalWords(question)
    let width = words.facts.map(\.name.count).max() ?? 0
    let facts = words.facts.map { fact in
      fact.name + String(repeating: " ", count: width - fact.name.count + 2) + fact.value
    }
    // On standard error: it belongs to the question, and output stays one answer.
    call.console.complain(
      TerminalText.plain(
        "\(facts.joined(separator: "\n"))\n\n\(words.adoption)\n\(words.permanence)\n"))
    let asked = TerminalText.plain("Shall \(question.account.name) own this store for ever?")
    switch call.console.ask(asked, saidYes: call.input[Flag.yes]) {
    case .yes: return
    case .no: throw .declined
    case .notAsked: throw .nobodyToAsk
    }
  }

  private static func owned(
    by account: PersonalSyncAccount, isNew: Bool, _ call: Call<Shown>
  ) -> Answer {
    let what =
      isNew
      ? "\(account.name) owns this store now."
      : "\(account.name) owns this store already."
    return Answer("\(what) Send and receive with: \(call.command("sync"))") { json in
      json.object { json in
        json.member("account", account.name)
        json.member("hub", account.origin)
        json.member("isNew", isNew)
      }
    }
  }
}

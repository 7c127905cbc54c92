import WebInterface

/// The question before an account becomes the owner of a store.
struct ApprovalForm {
  let question: ApprovalQuestion
  let hasChanged: Bool

  var html: HTML {
    let words = ApprovalWords(question)
    return panel {
      if hasChanged {
        notice(.caution, "Something changed since you looked") { p("Please look again.") }
      }
      facts(words.facts.map { (HTML($0.name), bdi(HTML($0.value))) })
      p(
        "The fingerprint has to be the one that your Hub's page shows.",
        .class("quiet-text"))
      p(words.adoption)
      notice(.caution, "This is permanent") {
        p("A store never changes its owner. Another account takes another store.")
      }
      form(to: "/hub/approve") {
        hiddenInput("seen", Self.seen(question))
        field(
          "I understand that \(question.account.name) will own this store for ever", "understood",
          .checkbox)
        formActions {
          button("Approve")
          buttonLink("Not now", to: "/hub")
        }
      }
    }
  }

  /// What the person was shown, so that they approve nothing else.
  static func seen(_ question: ApprovalQuestion) -> String {
    let account = question.account
    return [
      account.hub.description, account.account.description, String(account.generation),
      String(question.records), String(question.waiting),
    ].joined(separator: "/")
  }
}

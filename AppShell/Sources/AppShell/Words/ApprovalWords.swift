/// The question before an account becomes the owner of a store, in words.
struct ApprovalWords {
  private let question: ApprovalQuestion

  init(_ question: ApprovalQuestion) { self.question = question }

  /// What to compare with the Hub's own page.
  var facts: [(name: String, value: String)] {
    [
      ("Account", question.account.name), ("Hub", question.account.origin),
      ("Fingerprint", question.account.hubFingerprint),
    ]
  }

  var adoption: String {
    let records = question.records == 1 ? "1 record" : "\(question.records) records"
    let changes =
      question.waiting == 1 ? "1 waiting change" : "\(question.waiting) waiting changes"
    return """
      \(records) of this store would become the account's, and \(changes) would be sent to the Hub.
      """
  }

  var permanence: String {
    "This is PERMANENT: a store never changes its owner. Another account takes another store."
  }
}

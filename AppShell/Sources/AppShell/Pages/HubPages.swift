import PersonalSyncKit
import ToolboxHTTP
import WebInterface

/// `/hub`: how an app stands with its Hub, and what the person can do about it.
///
/// Every form is a plain one; the door has seen that it is the person's own browser that sends it.
struct HubPages: Sendable {
  static let path: PagePath = "/hub"

  let app: AppProfile
  let connector: Connector
  let desk: SignInDesk
  let sync: AutomaticSync

  var routes: [PageRoute] {
    [
      .get("/hub") { (call) throws(Trouble) in try await status(call) },
      .post("/hub/sync") { (call) throws(Trouble) in
        sync.ask()
        return call.seeOther("/hub?asked=1")
      },
      .post("/hub/sign-out") { (call) throws(Trouble) in try await signOut(call) },
      .get("/hub/audit") { (call) throws(Trouble) in try await audit(call) },
      .post("/hub/audit/accept") { (call) throws(Trouble) in
        try await using { (connection) throws(ConnectionError) in
          try await connection.acceptAudit()
        }
        sync.ask()
        return call.seeOther("/hub?asked=1")
      },
      .get("/hub/connect") { (call) throws(Trouble) in try await connectPage(call) },
      .post("/hub/connect") { (call) throws(Trouble) in try await connect(call) },
      .post("/hub/connect/stop") { (call) throws(Trouble) in
        await desk.stop()
        return call.seeOther("/hub")
      },
      .get("/hub/approve") { (call) throws(Trouble) in try await question(call) },
      .post("/hub/approve") { (call) throws(Trouble) in try await approve(call) },
    ]
  }

  // MARK: - Status

  private func status(_ call: PageCall) async throws(Trouble) -> HTTPResponse {
    let standing = try await using { (connection) throws(ConnectionError) in
      try await connection.standing()
    }
    var response = call.page("Hub", at: Self.path, width: .column) {
      StatusPanel(app: app, words: standing, writer: writer).html
    }
    // The pass runs behind the page; look again when it has probably ended.
    if call["asked"] == "1" { response.headers.add("Refresh", "2; url=/hub") }
    return response
  }

  private func audit(_ call: PageCall) async throws(Trouble) -> HTTPResponse {
    let (standing, evidence) = try await using { (connection) throws(ConnectionError) in
      (try await connection.standing(), try await connection.auditEvidence())
    }
    return call.page("The Hub's record", width: .column) {
      AuditPanel(words: standing, evidence: evidence).html
    }
  }

  private func signOut(_ call: PageCall) async throws(Trouble) -> HTTPResponse {
    try await using { (connection) throws(ConnectionError) in
      _ = try await connection.signOut()
    }
    return call.seeOther("/hub")
  }

  // MARK: - Connecting

  private func connectPage(_ call: PageCall) async throws(Trouble) -> HTTPResponse {
    switch await desk.state {
    case .idle: return form(call, status: 200)
    case .failed(let trouble):
      await desk.stop()
      return form(call, trouble: trouble, status: 200)
    case .done:
      await desk.stop()
      sync.ask()
      let standing = try await using { (connection) throws(ConnectionError) in
        try await connection.standing()
      }
      return call.seeOther(standing.status.state == .approvalNeeded ? "/hub/approve" : "/hub")
    case .waiting(let prompt):
      var response = call.page("Approve on your Hub", width: .narrow) {
        WaitingPanel(prompt: prompt).html
      }
      response.headers.add("Refresh", "3; url=/hub/connect")
      return response
    }
  }

  private func connect(_ call: PageCall) async throws(Trouble) -> HTTPResponse {
    do throws(Trouble) {
      try await desk.begin(at: call["address"], allowsPlainHTTP: call["plain"] == "on")
    } catch { return form(call, trouble: error, status: error.pageStatus) }
    return call.seeOther("/hub/connect")
  }

  private func form(
    _ call: PageCall, trouble: Trouble? = nil, status: Int
  ) -> HTTPResponse {
    call.page("Connect to your Hub", width: .narrow, status: status) {
      ConnectForm(app: app, address: call["address"], trouble: trouble).html
    }
  }

  // MARK: - Approving

  private func question(_ call: PageCall) async throws(Trouble) -> HTTPResponse {
    let approval = try await using { (connection) throws(ConnectionError) in
      try await connection.approval()
    }
    guard case .asked(let question) = approval else { return call.seeOther("/hub") }
    return ask(question, call, hasChanged: false)
  }

  /// Approves what the person saw, and only that: where it has changed since, it is shown again.
  private func approve(_ call: PageCall) async throws(Trouble) -> HTTPResponse {
    let approval = try await using { (connection) throws(ConnectionError) in
      try await connection.approval()
    }
    guard case .asked(let question) = approval else { return call.seeOther("/hub") }
    guard call["understood"] == "on", call["seen"] == ApprovalForm.seen(question) else {
      return ask(question, call, hasChanged: call["understood"] == "on")
    }
    try await using { (connection) throws(ConnectionError) in
      try await connection.approve(question)
    }
    sync.ask()
    return call.seeOther("/hub?asked=1")
  }

  private func ask(
    _ question: ApprovalQuestion, _ call: PageCall, hasChanged: Bool
  ) -> HTTPResponse {
    call.page("Who owns this store?", width: .narrow, status: hasChanged ? 409 : 200) {
      ApprovalForm(question: question, hasChanged: hasChanged).html
    }
  }

  // MARK: - Errors

  private var writer: TroubleWriter { TroubleWriter(app, folder: connector.store.folder) }

  private func using<Result: Sendable>(
    _ body: (HubConnection) async throws(ConnectionError) -> Result
  ) async throws(Trouble) -> Result {
    let connection: HubConnection
    do throws(StoreError) { connection = try await connector.connect() } catch {
      throw writer.trouble(error)
    }
    do throws(ConnectionError) { return try await body(connection) } catch {
      throw await connection.trouble(error)
    }
  }
}

/// How a route is tried with what belongs to another account.
///
/// `$ID` stands for each of the victim's ids in turn; a `{name}` of the path is filled in too.
struct Probe: Sendable {
  var queries: [String] = [""]
  /// Fields of a form, each a template of its value; nil sends no form.
  var form: [String: String]?
  var json: String?

  /// A route with nothing in it that could name anything.
  static let plain = Probe()

  static func query(_ queries: String...) -> Probe { Probe(queries: [""] + queries) }

  static func form(_ fields: [String: String]) -> Probe { Probe(form: fields) }

  static func json(_ template: String) -> Probe { Probe(json: template) }
}

/// One for every route of the Hub: a route without a probe is a failure of the checks.
enum Probes {
  private static let push = """
    {"domain":"calorie","deviceId":"11111111-1111-4111-8111-111111111111","mutations":[\
    {"id":"$ID","idempotencyKey":"$ID","operation":"delete","baseVersion":1,\
    "occurredAt":"2027-01-15T08:00:00Z"}]}
    """

  /// An app beside the browser that asks for the victim's store.
  private static let authorization = [
    "response_type": "code", "client_id": "calorie",
    "redirect_uri": "http://127.0.0.1:50123/callback", "state": "0123456789abcdef",
    "code_challenge": String(repeating: "A", count: 43), "code_challenge_method": "S256",
    "document_id": "$ID", "platform": "linux", "unowned_records": "0",
  ]

  private static let passkey = #"{"id":"$ID","name":"$ID","challenge":"$ID"}"#

  private static let password = ["password": "$PASSWORD"]

  static let all: [String: Probe] = [
    "GET /health": .plain,
    "GET /ready": .plain,
    "GET /v1/limits": .plain,
    "GET /v1/openapi.json": .plain,
    "GET /.well-known/hub": .query("nonce=$ID"),
    "GET /v1/session": .query("nonce=$ID", "session=$ID"),
    "DELETE /v1/session": .query("session=$ID"),
    "POST /v1/session/rotate": .json(#"{"session":"$ID"}"#),
    "PUT /v1/session/attention": .json(#"{"conflicts":3,"quarantined":4}"#),
    "POST /oauth/device_authorization": .form(["client_id": "calorie", "document_id": "$ID"]),
    "POST /oauth/token": .form(["device_code": "$ID", "code_verifier": "$ID"]),
    "POST /oauth/revoke": .form(["token": "$ID"]),
    "GET /oauth/authorize": .query(
      authorization.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "&")),
    "POST /oauth/authorize": .form(
      authorization.merging(
        ["decision": "approve", "deviceName": "Mine now", "password": "$PASSWORD"]) { $1 }),
    "POST /v1/sync/push": .json(push),
    "GET /v1/sync/pull": .query("domain=calorie&cursor=0", "domain=anchor", "domain=$ID"),
    "GET /v1/sync/events": .query("domain=$ID"),
    "PUT /v1/actions/performed": .json(
      #"{"actions":[{"domain":"calorie","action":"logWater"}],"session":"$ID"}"#),
    "GET /v1/actions": .query("account=$ID", "session=$ID"),
    "POST /v1/actions/{action}/lease": .plain,
    "POST /v1/actions/{action}/receipt": .json(#"{"fence":1,"result":"applied","refs":[]}"#),
    "POST /v1/actions/{action}/approve": .plain,
    "POST /v1/actions/{action}/decline": .plain,
    "POST /v1/actions/{action}/cancel": .plain,
    "POST /v1/actions/{action}/undo": .plain,
    "GET /v1/domains/{domain}/actions": .query("account=$ID"),
    "POST /v1/domains/{domain}/actions/{name}": .json(
      #"{"id":"$ID","parameters":{"minutes":25}}"#),
    "GET /v1/shared/days": .query(
      "from=2027-01-01&to=2027-01-31", "from=2027-01-01&to=2027-01-31&session=$ID&account=$ID"),
    "GET /v1/sealed/directory": .query("domain=anchor", "domain=anchor&account=$ID"),
    "POST /v1/sealed/directory": .json(#"{"domain":"anchor","index":0,"entry":"$ID"}"#),
    "GET /v1/sealed/records": .query("domain=anchor&cursor=0", "domain=$ID", "account=$ID"),
    "GET /unlock": .query("account=$ID"),
    "GET /v1/audit": .query("account=$ID", "after=1"),
    "POST /v1/audit/witness": .json(#"{"account":"$ID","session":"$ID","size":1,"link":"$ID"}"#),
    "GET /v1/life/today": .query("account=$ID"),
    "GET /v1/life/events": .query("domain=calorie", "type=$ID", "account=$ID"),
    "GET /v1/domains/{domain}/summary": .query("account=$ID"),
    "GET /v1/domains/{domain}/records": .query("account=$ID", "type=$ID"),
    "GET /": .query("account=$ID"),
    "GET /live": .query("account=$ID", "session=$ID"),
    "GET /worker.js": .query("account=$ID"),
    "GET /unreached": .query("account=$ID"),
    "GET /timeline": .query("kind=calorie", "kind=$ID", "account=$ID"),
    "GET /activity": .query("before=9", "account=$ID", "problem=$ID"),
    "POST /actions/{domain}/{name}": .form(["id": "$ID", "minutes": "25", "back": "$ID"]),
    "POST /activity/{action}/approve": .form(["back": "$ID"]),
    "POST /activity/{action}/decline": .form(["back": "$ID"]),
    "POST /activity/{action}/cancel": .form(["back": "$ID"]),
    "POST /activity/{action}/undo": .form(["back": "$ID"]),
    "GET /directory": .query("account=$ID"),
    "GET /knows": .query("account=$ID"),
    "GET /knows/{domain}/{type}": .query("account=$ID"),
    "GET /activity/audit": .query("account=$ID"),
    "POST /activity/audit": .form(["account": "$ID"]),
    "GET /devices": .query("session=$ID"),
    "GET /devices/all": .query("session=$ID"),
    "POST /devices/all": .form(password),
    "GET /devices/{session}": .plain,
    "POST /devices/{session}": .form(password),
    "GET /devices/{session}/sharing": .plain,
    "POST /devices/{session}/sharing": .form(["summary.read:calorie": "1", "session": "$ID"]),
    "GET /devices/{session}/name": .plain,
    "POST /devices/{session}/name": .form(["name": "Mine now"]),
    "GET /connect": .query("code=$ID"),
    "POST /connect": .form(["code": "$ID"]),
    "POST /connect/decision": .form([
      "code": "$ID", "decision": "approve", "deviceName": "Mine now", "password": "$PASSWORD",
    ]),
    "POST /mcp": .json(
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"today","account":"$ID"}}"#),
    "POST /account/agents": .form(["agentName": "Mine now", "today": "1", "account": "$ID"]),
    "POST /account/agents/{agent}/end": .form(["agent": "$ID"]),
    "GET /account": .query("account=$ID"),
    "POST /account/invite": .plain,
    "POST /account/export": .form(["account": "$ID"]),
    "GET /account/delete": .query("account=$ID"),
    "POST /account/delete": .form(["account": "$ID", "name": "$ID"]),
    "POST /account/keep": .form(["account": "$ID"]),
    "POST /account/invitations/withdraw": .form(["invitation": "$ID", "code": "$ID"]),
    "GET /account/authenticator": .query("account=$ID"),
    "POST /account/authenticator": .form(["code": "$ID", "account": "$ID"]),
    "POST /account/authenticator/confirm": .form(["code": "123456", "account": "$ID"]),
    "POST /account/authenticator/remove": .form(["account": "$ID", "password": "$PASSWORD"]),
    "POST /account/recovery-codes": .form(["account": "$ID"]),
    "POST /account/browsers/end-others": .form(["session": "$ID"]),
    "POST /account/browsers/{session}/end": .form(["session": "$ID"]),
    "GET /account/password": .plain,
    "POST /account/password": .form([
      "account": "$ID", "password": "$PASSWORD", "newPassword": "$PASSWORD",
    ]),
    "POST /account/time-zone": .form(["timeZone": "UTC", "account": "$ID"]),
    "GET /join": .query("t=$ID"),
    "POST /join": .form(["code": "$ID", "name": "$ID"]),
    "GET /recover": .query("t=$ID"),
    "POST /recover": .form(["code": "$ID", "name": "$ID"]),
    "GET /setup": .query("t=$ID"),
    "POST /setup": .form(["code": "$ID", "name": "$ID"]),
    "GET /signin": .query("to=$ID"),
    "POST /signin": .form(["name": "$ID", "password": "not the right one"]),
    "POST /signout": .form(["session": "$ID"]),
    "GET /signed-out": .plain,
    "POST /account/passkeys": .json(passkey),
    "POST /account/passkeys/options": .json("{}"),
    "POST /account/passkeys/remove": .form(["passkey": "$ID", "id": "$ID"]),
    "POST /signin/passkey": .json(passkey),
    "POST /signin/passkey/options": .json("{}"),
    "POST /verify/passkey": .json(passkey),
    "POST /verify/passkey/options": .json("{}"),
    "GET /verify": .query("for=account", "for=$ID"),
    "POST /verify": .form(["for": "$ID", "password": "$PASSWORD"]),
    "GET /assets/{file}": .plain,
  ]
}

import HubContracts
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxJSON
import ToolboxLocks

/// Speaks the Hub's wire under one bearer.
struct HubLink: Sendable, CustomStringConvertible, CustomReflectable {
  let http: any HTTPClient
  let origin: HTTPOrigin
  let bearer: String
  /// The checkpoint of the audit chain that came with the newest answer that had one, as it came.
  ///
  /// A lock, so that the link stays a value that answers are read through.
  let checkpoint = Locked<String?>(nil)
  /// What the Hub says that it was told of what waits here, by the newest answer to a push or a pull; nil
  /// where it does not say, as an older one.
  let attention = Locked<AttentionCounts?>(nil)

  var description: String { "HubLink(\(origin))" }
  /// Without the bearer.
  var customMirror: Mirror { Mirror(self, children: ["origin": origin]) }

  /// What a push was answered with: results, or that the request itself cannot be taken.
  enum PushReply: Sendable {
    case answered(PushAnswer)
    case refusedWhole(code: String)
  }

  func push(_ batch: FrozenBatch, domain: Domain, device: DeviceID) async throws(SyncError)
    -> PushReply
  {
    let request = PushRequest(domain: domain, device: device, mutations: batch.mutations)
    let response = try await send(
      HTTPRequest(
        method: .post, path: "/v1/sync/push", headers: ["Content-Type": "application/json"],
        body: request.json))
    let bytes = response.bytes ?? []
    switch response.status {
    case 200:
      do { return .answered(try PushAnswer.read(bytes, domain: domain)) } catch {
        throw .invalidResponse
      }
    case 400, 413, 422:
      // A proxy's own refusal says nothing about what was sent: it is tried again later.
      guard let refusal = HubErrorBody(json: bytes) else { throw Self.refusal(response) }
      return .refusedWhole(code: refusal.code)
    default: throw Self.refusal(response)
    }
  }

  /// What a pull was answered with: a page, or that deletions behind its cursor are forgotten.
  enum PullReply: Sendable {
    case page(PullPage)
    case cursorExpired
  }

  func pull(
    _ domain: Domain, after cursor: Cursor, isWhole: Bool
  ) async throws(SyncError) -> PullReply {
    let query = "domain=\(domain.rawValue)&cursor=\(cursor)" + (isWhole ? "&whole=true" : "")
    let response = try await send(HTTPRequest(method: .get, path: "/v1/sync/pull", query: query))
    switch response.status {
    case 200:
      do { return .page(try PullPage.read(response.bytes ?? [], domain: domain)) } catch {
        throw .invalidResponse
      }
    case HubErrorCode.cursorExpired.status where Self.isExpired(response) && !isWhole:
      return .cursorExpired
    default: throw Self.refusal(response)
    }
  }

  /// A proxy's own answer says nothing about the feed.
  private static func isExpired(_ response: HTTPResponse) -> Bool {
    HubErrorBody(json: response.bytes ?? [])?.code == HubErrorCode.cursorExpired.rawValue
  }

  /// What the Hub's contracts are at present; nil where it does not say, as a first-generation one.
  func contracts() async throws(SyncError) -> ContractsDigest? {
    let response = try await send(HTTPRequest(method: .get, path: "/v1/limits"))
    guard response.status == 200 else { throw Self.refusal(response) }
    do throws(JSONError) {
      guard case .string(let text) = try JSONNode.parse(response.bytes ?? [])["contracts"]?.value
      else { return nil }
      return ContractsDigest(utf8: Array(text.utf8)[...])
    } catch { throw .invalidResponse }
  }

  func send(_ request: HTTPRequest) async throws(SyncError) -> HTTPResponse {
    var request = request
    request.headers["Authorization"] = "Bearer \(bearer)"
    request.headers["Sync-Protocol"] = "2"
    let response: HTTPResponse
    do { response = try await http.send(request, to: origin) } catch { throw .unreachable(error) }
    if let note = response.headers[SignedCheckpoint.header] {
      checkpoint.withLock { $0 = note }
    }
    if let text = response.headers[AttentionCounts.header] {
      attention.withLock { $0 = AttentionCounts(text: text) }
    }
    return response
  }

  static func refusal(_ response: HTTPResponse) -> SyncError {
    if response.status == 401 { return .signInNeeded }
    let body = HubErrorBody(json: response.bytes ?? [])
    return .hubRefused(
      code: body?.code ?? "http_\(response.status)",
      retryAfterSeconds: response.headers["Retry-After"].flatMap { Int($0) })
  }
}

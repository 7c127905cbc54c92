import CCurl
import ToolboxHTTP
import ToolboxLocks

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The thread that moves all transfers of a client.
final class CurlLoop: @unchecked Sendable {
  // Safe because other threads touch `inbox` and wake the thread up, which libcurl allows from any
  // thread; everything else is touched on the thread only.

  private enum Order {
    case start(CurlTransfer, CurlTransfer.Continuation)
    case cancel(CurlTransfer)
    /// A stream's reader has made room.
    case resume(CurlTransfer)
    case stop
  }

  /// How long the thread waits at most without an event; orders wake it up.
  private static let waitMilliseconds: Int32 = 60_000

  let configuration: CurlClientConfiguration
  private let multi: UnsafeMutableRawPointer
  private let inbox = Locked<[Order]>([])
  private var running: [ObjectIdentifier: CurlTransfer] = [:]
  private var isStopped = false

  private static let libraryStart = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

  init(configuration: CurlClientConfiguration) {
    precondition(Self.libraryStart == CURLE_OK, "libcurl cannot be used on this machine")
    guard let multi = curl_multi_init() else { preconditionFailure("no memory for libcurl") }
    self.configuration = configuration
    self.multi = multi
    var thread = pthread_t()
    let box = Unmanaged.passRetained(self)
    let result = pthread_create(&thread, nil, curlLoopThread, box.toOpaque())
    precondition(result == 0, "no thread left for the HTTP client")
    pthread_detach(thread)
  }

  // MARK: From any thread

  func start(_ transfer: CurlTransfer, _ continuation: CurlTransfer.Continuation) {
    post(.start(transfer, continuation))
  }

  /// May come before the transfer has started, and after it has ended.
  func cancel(_ transfer: CurlTransfer) {
    let (mayStop, reader) = transfer.flow.withLock { flow in
      let mayStop = !flow.isCancelled && !flow.isEnded
      flow.isCancelled = true
      defer { flow.reader = nil }
      return (mayStop, flow.reader)
    }
    reader?.resume(returning: nil)
    if mayStop { post(.cancel(transfer)) }
  }

  func resume(_ transfer: CurlTransfer) { post(.resume(transfer)) }

  func stop() { post(.stop) }

  private func post(_ order: Order) {
    // Under the lock, since the thread frees what is woken here once it has taken the order to stop.
    inbox.withLock { orders in
      orders.append(order)
      curl_multi_wakeup(multi)
    }
  }

  // MARK: On the thread

  fileprivate func run() {
    // A server that closes must not end the program: TLS writes without asking for no signal. Blocked
    // on this thread, the signal is never delivered, and the write fails as it should.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    while true {
      let orders = inbox.withLock { orders in
        defer { orders = [] }
        return orders
      }
      for order in orders { obey(order) }
      if isStopped { break }
      var count: Int32 = 0
      curl_multi_perform(multi, &count)
      endFinished()
      curl_multi_poll(multi, nil, 0, Self.waitMilliseconds, nil)
    }
    for transfer in Array(running.values) { end(transfer, .cancelled) }
    curl_multi_cleanup(multi)
  }

  private func obey(_ order: Order) {
    switch order {
    case .start(let transfer, let continuation):
      transfer.continuation = continuation
      start(transfer)
    case .cancel(let transfer):
      if running[ObjectIdentifier(transfer)] != nil { end(transfer, .cancelled) }
    case .resume(let transfer):
      guard running[ObjectIdentifier(transfer)] != nil, let easy = transfer.easy else { return }
      curl_easy_pause(easy, CURLPAUSE_CONT)
    case .stop:
      isStopped = true
    }
  }

  private func start(_ transfer: CurlTransfer) {
    guard !transfer.flow.withLock({ $0.isCancelled }) else { return transfer.end(.cancelled) }
    guard let easy = curl_easy_init() else { preconditionFailure("no memory for libcurl") }
    transfer.easy = easy
    transfer.begin(bodyBytesMax: configuration.responseBytesMax)
    running[ObjectIdentifier(transfer)] = transfer
    configure(easy, for: transfer)
    curl_multi_add_handle(multi, easy)
  }

  private func endFinished() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
        let context = curl_shim_context(easy)
      else { continue }
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
      let wasSent = curl_shim_time(easy, CURLINFO_PRETRANSFER_TIME_T) > 0
      end(transfer, error(for: curl_shim_result(message), of: transfer, wasSent: wasSent))
    }
  }

  private func end(_ transfer: CurlTransfer, _ error: HTTPClientError?) {
    running[ObjectIdentifier(transfer)] = nil
    if let easy = transfer.easy {
      curl_multi_remove_handle(multi, easy)
      curl_easy_cleanup(easy)
    }
    curl_slist_free_all(transfer.headerList)
    transfer.easy = nil
    transfer.headerList = nil
    transfer.end(error)
  }

  private func error(
    for code: CURLcode, of transfer: CurlTransfer, wasSent: Bool
  ) -> HTTPClientError? {
    if transfer.isTooLarge { return .responseTooLarge }
    return switch code {
    case CURLE_OK: nil
    case CURLE_FILESIZE_EXCEEDED: .responseTooLarge
    case CURLE_OPERATION_TIMEDOUT: wasSent ? .timedOut : .cannotConnect
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_USE_SSL_FAILED:
      .tlsFailed
    case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY,
      CURLE_INTERFACE_FAILED, CURLE_PROXY:
      .cannotConnect
    case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR,
      CURLE_SEND_FAIL_REWIND, CURLE_SSL_SHUTDOWN_FAILED:
      .connectionLost
    default: .malformedResponse
    }
  }
}

private func curlLoopThread(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let box { Unmanaged<CurlLoop>.fromOpaque(box).takeRetainedValue().run() }
  return nil
}

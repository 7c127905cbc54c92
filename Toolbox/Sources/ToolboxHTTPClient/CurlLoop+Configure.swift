import CCurl
import ToolboxHTTP

extension CurlLoop {
  /// Sets everything that must not depend on libcurl's defaults or on the person's files.
  func configure(_ easy: UnsafeMutableRawPointer, for transfer: CurlTransfer) {
    set(easy, CURLOPT_URL, transfer.url)
    set(easy, CURLOPT_PATH_AS_IS, 1)
    set(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    set(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    set(easy, CURLOPT_FOLLOWLOCATION, 0)
    set(easy, CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
    set(easy, CURLOPT_SSL_VERIFYPEER, 1)
    set(easy, CURLOPT_SSL_VERIFYHOST, 2)
    set(easy, CURLOPT_NOPROXY, "localhost,127.0.0.1,::1")
    // Timeouts without signals, which belong to the program.
    set(easy, CURLOPT_NOSIGNAL, 1)
    set(easy, CURLOPT_TCP_KEEPALIVE, 1)
    set(easy, CURLOPT_USERAGENT, configuration.userAgent)
    setTimeouts(easy, for: transfer)
    setMethod(easy, for: transfer.request)
    setHeaders(easy, for: transfer)
    curl_shim_set_sinks(
      easy, takeCurlHead, takeCurlBody, Unmanaged.passUnretained(transfer).toOpaque())
  }

  private func setTimeouts(_ easy: UnsafeMutableRawPointer, for transfer: CurlTransfer) {
    set(easy, CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout.milliseconds)
    if transfer.streams {
      set(easy, CURLOPT_LOW_SPEED_LIMIT, 1)
      set(
        easy, CURLOPT_LOW_SPEED_TIME, max(1, configuration.streamIdleTimeout.milliseconds / 1_000))
    } else {
      set(easy, CURLOPT_TIMEOUT_MS, configuration.wholeTimeout.milliseconds)
    }
    // An answer to HEAD names the length of a body that does not come.
    if !transfer.streams, transfer.request.method != .head {
      curl_shim_set_offset(
        easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(configuration.responseBytesMax))
    }
  }

  private func setMethod(_ easy: UnsafeMutableRawPointer, for request: HTTPRequest) {
    switch request.method {
    case .get: set(easy, CURLOPT_HTTPGET, 1)
    case .head: set(easy, CURLOPT_NOBODY, 1)
    case .post: setBody(easy, request.body)
    case .put:
      setBody(easy, request.body)
      set(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    case .delete, .options:
      if !request.body.isEmpty { setBody(easy, request.body) }
      set(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }
  }

  private func setBody(_ easy: UnsafeMutableRawPointer, _ body: [UInt8]) {
    set(easy, CURLOPT_POST, 1)
    curl_shim_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
    // An empty array may have no address, which libcurl would take for a body to be read later.
    (body.isEmpty ? [0] : body).withUnsafeBytes { bytes in
      _ = curl_shim_copy_body(easy, bytes.baseAddress)
    }
  }

  private func setHeaders(_ easy: UnsafeMutableRawPointer, for transfer: CurlTransfer) {
    let fields = transfer.request.headers.fields.filter { field in
      // How the body is sent is libcurl's to say.
      !["Content-Length", "Transfer-Encoding", "Expect"]
        .contains { field.name.equalsIgnoringASCIICase($0) }
    }
    for field in fields {
      // libcurl takes a name with a semicolon for a field that has no value.
      let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      transfer.headerList = curl_slist_append(transfer.headerList, line)
    }
    // A name with nothing behind it keeps libcurl from sending its own.
    transfer.headerList = curl_slist_append(transfer.headerList, "Expect:")
    if transfer.request.headers["Content-Type"] == nil {
      transfer.headerList = curl_slist_append(transfer.headerList, "Content-Type:")
    }
    curl_shim_set_headers(easy, transfer.headerList)
  }

  private func set(_ easy: UnsafeMutableRawPointer, _ option: CURLoption, _ value: Int) {
    let result = curl_shim_set_long(easy, option, value)
    precondition(result == CURLE_OK, "this libcurl does not know an option that we rely on")
  }

  private func set(_ easy: UnsafeMutableRawPointer, _ option: CURLoption, _ value: String) {
    let result = curl_shim_set_string(easy, option, value)
    precondition(result == CURLE_OK, "this libcurl does not know an option that we rely on")
  }
}

extension Duration {
  /// Whole milliseconds, at least 1: to libcurl 0 means for ever.
  fileprivate var milliseconds: Int { max(1, Int(clamping: Int64(self / .milliseconds(1)))) }
}

// C calls these with the transfer as the last argument, always on the client's thread. Anything but
// the offered count makes libcurl give the transfer up.

private func takeCurlHead(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return transfer.takeHead(line: line) ? line.count : -1
}

private func takeCurlBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
  let chunk = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return switch transfer.takeBody(chunk) {
  case .taken: chunk.count
  case .paused: Int(CURL_WRITEFUNC_PAUSE)
  case .refused: -1
  }
}

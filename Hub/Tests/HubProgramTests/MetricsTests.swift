import HubHTTP
import Testing
import ToolboxCommandLine
import ToolboxHTTP
import ToolboxHTTPClient

@testable import HubProgram

@Suite struct MetricsTextTests {
  @Test func `help and labels are escaped as the format wants it`() throws {
    var text = MetricsText()
    text.begin("a_total", .counter, "Back\\slash,\nbreak, \"quotes\".")
    text.sample("a_total", [("b", "\\ \n \"")], 1)

    #expect(
      text.text == """
        # HELP a_total Back\\\\slash,\\nbreak, "quotes".
        # TYPE a_total counter
        a_total{b="\\\\ \\n \\""} 1

        """)
    #expect(try MetricsFormat(text.text).samples.count == 1)
  }

  @Test(arguments: [
    "a 1", "# TYPE a counter\na 1", "# TYPE a counter\na{b=\"c} 1\n", "# TYPE a counter\nb 1\n",
    "# TYPE a counter\na 1\na 1\n", "# TYPE a counter\na{b=\"\\c\"} 1\n",
    "# TYPE a counter\n# TYPE a counter\n", "# TYPE a histogram\na_count 1\n",
    "# TYPE a histogram\na_bucket{le=\"1\"} 2\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n",
  ])
  func `the reader of these tests refuses what is not in the format`(text: String) {
    #expect(throws: (any Error).self) { _ = try MetricsFormat(text) }
  }

  @Test func `answers are counted by route and class, and fall into the bucket of their time`()
    throws
  {
    let counts = RequestCounts()
    for (status, milliseconds) in [(200, 1), (204, 2), (404, 3), (200, 20_000)] {
      counts.answered(
        HubLogLine(
          requestID: "r", method: "GET", route: "/a/{b}", status: status, code: nil,
          duration: .milliseconds(milliseconds)))
    }
    var text = MetricsText()
    HubMetrics.write(counts.snapshot, to: &text)

    let read = try MetricsFormat(text.text)

    #expect(read.value("hub_requests_total", ["route": "/a/{b}", "status": "2xx"]) == 3)
    #expect(read.value("hub_requests_total", ["route": "/a/{b}", "status": "4xx"]) == 1)
    let bucket = "hub_request_duration_seconds_bucket"
    #expect(read.value(bucket, ["le": "0.001000"]) == 1)
    #expect(read.value(bucket, ["le": "0.002000"]) == 2)
    #expect(read.value(bucket, ["le": "10.000000"]) == 3)
    #expect(read.value(bucket, ["le": "+Inf"]) == 4)
    #expect(read.value("hub_request_duration_seconds_sum") == 20.006)
  }
}

/// A real Hub with a listener for its monitor.
@Suite struct MetricsDoorTests {
  let folder = TemporaryFolder()
  let client = CurlClient()

  func start(_ words: [String] = ["--metrics", "0"]) async throws -> RunningHub {
    let settings = try ServeSettings(
      GivenSettings(try typed("serve", ["--data", folder.path, "--port", "0"] + words), [:]))
    return try await RunningHub.start(settings, ScriptedConsole())
  }

  func get(_ link: String, _ headers: HTTPHeaders = [:]) async throws -> HTTPResponse {
    let slash = try #require(link.dropFirst("http://".count).firstIndex(of: "/"))
    let origin = try HTTPOrigin(parsing: String(link[..<slash]))
    return try await client.send(
      HTTPRequest(method: .get, path: String(link[slash...]), headers: headers), to: origin)
  }

  @Test func `a monitor of this machine reads what the Hub did, in the text format`() async throws {
    let hub = try await start()
    let link = try #require(hub.metricsLink)
    for _ in 0..<3 { _ = try await get("http://127.0.0.1:\(hub.port)/ready") }
    _ = try await get("http://127.0.0.1:\(hub.port)/who-knows")

    let answer = try await get(link)

    #expect(answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
    let read = try MetricsFormat(String(decoding: answer.bytes ?? [], as: UTF8.self))
    #expect(read.value("hub_requests_total", ["route": "/ready", "status": "2xx"]) == 3)
    #expect(read.value("hub_requests_total", ["route": "unknown", "status": "4xx"]) == 1)
    #expect(read.value("hub_request_duration_seconds_count", ["route": "/ready"]) == 3)
    #expect(read.value("hub_streams_open") == 0)
    #expect(read.value("hub_sessions", ["kind": "browser"]) == 0)
    #expect(read.value("hub_password_hashes", ["state": "waiting"]) == 0)
    #expect(read.value("hub_database_bytes", ["file": "log"]).map { $0 > 4_096 } == true)
    #expect(read.value("process_resident_memory_bytes").map { $0 > 1_000_000 } == true)
    #expect(read.value("hub_storage_writes_total") != nil)
    let labels = Set(read.samples.flatMap { $0.labels.keys })
    #expect(labels == ["method", "route", "status", "le", "kind", "state", "file"])
    await hub.stop()
  }

  @Test func `nobody reaches the metrics on the Hub's own port, and no route by the monitor's`()
    async throws
  {
    let hub = try await start()
    let link = try #require(hub.metricsLink)
    let authority = link.dropFirst("http://".count).dropLast(MetricsDoor.path.count)

    for headers: HTTPHeaders in [[:], ["Host": String(authority)], ["Accept": "text/html"]] {
      let answer = try await get("http://127.0.0.1:\(hub.port)/metrics", headers)
      #expect([404, 421].contains(answer.status))
      #expect(!String(decoding: answer.bytes ?? [], as: UTF8.self).contains("hub_"))
    }
    for path in ["/", "/ready", "/v1/limits"] {
      #expect(try await get("http://\(authority)\(path)").status == 404)
    }
    await hub.stop()
  }

  @Test func `the monitor's port is open at the loopback address alone`() async throws {
    let hub = try await start()
    let link = try #require(hub.metricsLink)

    // All of 127.0.0.0/8 leads to this machine: who listens everywhere answers there too.
    await #expect(throws: (any Error).self) {
      try await get(link.replacing("127.0.0.1", with: "127.0.0.2"))
    }
    await hub.stop()
  }

  @Test func `a name that was made to lead to this machine is refused`() async throws {
    let hub = try await start()
    let link = try #require(hub.metricsLink)

    #expect(try await get(link, ["Host": "rebound.example"]).status == 421)
    await hub.stop()
  }

  @Test func `without the setting nothing of it is there`() async throws {
    let hub = try await start([])

    #expect(hub.metricsLink == nil)
    #expect(!hub.welcome.contains("Metrics"))
    await hub.stop()
  }

  @Test func `a port that is taken is told, and the Hub is not started`() async throws {
    let hub = try await start()
    let settings = try ServeSettings(
      GivenSettings(
        try typed(
          "serve",
          ["--data", folder.file("other"), "--port", "0", "--metrics", String(hub.port)]), [:]))

    await #expect(throws: ProgramFailure.self) {
      try await RunningHub.start(settings, ScriptedConsole())
    }
    await hub.stop()
  }
}

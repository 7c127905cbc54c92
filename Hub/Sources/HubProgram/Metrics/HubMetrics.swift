import Glibc
import HubCore
import HubStorageSQLite

/// What a running Hub tells a monitor: numbers, and no label that is from a person or a record.
struct HubMetrics: Sendable {
  let requests: RequestCounts
  let database: HubDatabase
  let identity: IdentityService
  let feed: ChangeFeed
  let data: DataFolder

  /// Throws where the database does not answer; the monitor then sees a Hub that is not well.
  func text() async throws(StorageError) -> String {
    let sessions = try await database.sessionCounts()
    var text = MetricsText()
    Self.write(requests.snapshot, to: &text)
    writeStorage(to: &text)
    text.single("hub_streams_open", .gauge, "Streams of events that are open.", feed.count)
    text.begin("hub_sessions", .gauge, "Sessions that are kept.")
    text.sample("hub_sessions", [("kind", "device")], sessions.devices)
    text.sample("hub_sessions", [("kind", "browser")], sessions.browsers)
    let passwords = identity.passwords.load
    text.begin("hub_password_hashes", .gauge, "Passwords that are being hashed, or wait for it.")
    text.sample("hub_password_hashes", [("state", "running")], passwords.running)
    text.sample("hub_password_hashes", [("state", "waiting")], passwords.waiting)
    ProcessFigures.write(to: &text)
    return text.text
  }

  static func write(_ requests: RequestCounts.Snapshot, to text: inout MetricsText) {
    text.begin("hub_requests_total", .counter, "Answered requests.")
    let answers = requests.answers.sorted {
      ($0.key.route, $0.key.method, $0.key.statusClass)
        < ($1.key.route, $1.key.method, $1.key.statusClass)
    }
    for (answer, count) in answers {
      let labels = [
        ("method", answer.method), ("route", answer.route), ("status", "\(answer.statusClass)xx"),
      ]
      text.sample("hub_requests_total", labels, count)
    }
    let name = "hub_request_duration_seconds"
    text.begin(name, .histogram, "From a whole request to the beginning of its answer.")
    for (route, durations) in requests.durations.sorted(by: { $0.key < $1.key }) {
      var count = 0
      for (bound, own) in zip(RequestCounts.boundsMilliseconds, durations.counts) {
        count += own
        let bound = MetricsText.seconds(.milliseconds(bound))
        text.sample("\(name)_bucket", [("route", route), ("le", bound)], count)
      }
      count = durations.counts.reduce(0, +)
      text.sample("\(name)_bucket", [("route", route), ("le", "+Inf")], count)
      text.sample("\(name)_sum", [("route", route)], durations.sum)
      text.sample("\(name)_count", [("route", route)], count)
    }
  }

  private func writeStorage(to text: inout MetricsText) {
    let counts = database.writeCounts
    text.single(
      "hub_storage_writes_total", .counter, "Writes that are on disk.", counts.writes)
    text.single(
      "hub_storage_commits_total", .counter, "Transactions that writes shared.", counts.commits)
    text.single(
      "hub_storage_write_failures_total", .counter, "Writes of which nothing was kept.",
      counts.failures)
    text.begin("hub_database_bytes", .gauge, "Size of the database and of its log.")
    for (file, path) in [("database", data.databasePath), ("log", data.databasePath + "-wal")] {
      var status = stat()
      let size = stat(path, &status) == 0 ? Int(status.st_size) : 0
      text.sample("hub_database_bytes", [("file", file)], size)
    }
  }
}

/// What the system knows of this process, under the names that all of Prometheus' clients use.
enum ProcessFigures {
  static func write(to text: inout MetricsText) {
    if let resident = residentBytes {
      text.single(
        "process_resident_memory_bytes", .gauge, "Resident memory size in bytes.", resident)
    }
    var usage = rusage()
    if getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 {
      text.begin(
        "process_cpu_seconds_total", .counter, "Total user and system CPU time in seconds.")
      text.sample(
        "process_cpu_seconds_total", [], duration(usage.ru_utime) + duration(usage.ru_stime))
    }
  }

  /// The second number of /proc/self/statm is pages; nil where there is no /proc.
  private static var residentBytes: Int? {
    let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let words = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: " ")
    return words.count > 1 ? Int(words[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
  }

  private static func duration(_ time: timeval) -> Duration {
    .seconds(time.tv_sec) + .microseconds(Int64(time.tv_usec))
  }
}

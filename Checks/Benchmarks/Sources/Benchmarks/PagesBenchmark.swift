import HubContracts
import HubCore
import HubTesting
import HubWeb
import ToolboxHTTP

/// The pages of a person who has kept ten years here: how long the Hub takes, and how much it sends.
struct PagesBenchmark {
  private static let days: Int64 = 3_650
  private static let rounds = 100

  func run(_ report: inout Report) async throws {
    let door = try FrontDoor(at: "http://hub.localhost:8765") { hub, address in
      HubPages(
        HubPages.Parts(
          identity: hub.service, storage: hub.database, feed: hub.feed, clock: hub.clock,
          address: address, zones: TimeZones())
      ).routes
    }
    let owner = try await door.identity.makeOwner()
    _ = try await door.identity.connect(owner)
    let records = try await BusyLife(
      identity: door.identity, account: owner.session.account.number, days: Self.days
    ).push()
    report.title(
      "Pages over ten years of all apps, \(records) records; the time from request to answer")
    let browser = PageReader(door: door, cookie: owner.token.text)
    for (name, path) in Self.pages {
      let samples = try await browser.times(of: path, Self.rounds)
      report.bound(
        "\(name), p50", milliseconds: percentile(samples, 0.5), mustStayBelow: 10)
      report.milliseconds("\(name), p99", percentile(samples, 0.99))
    }
    for (name, path) in Self.pages.prefix(2) {
      report.bound(
        "\(name), first load with its files", bytes: try await browser.firstLoad(of: path),
        mustStayBelow: 100_000)
    }
  }

  private static let pages = [
    ("Today", "/"), ("Timeline", "/timeline"),
    ("Timeline, a year of focus", "/timeline?kind=anchor&span=365"),
    ("Timeline, a year of food", "/timeline?kind=calorie&span=365"),
    ("Timeline, of which nothing is there", "/timeline?kind=live"),
    ("Timeline, five years ago", "/timeline?day=2022-01-15"),
    ("Directory", "/directory"), ("What the Hub knows", "/knows"),
  ]
}

/// Opens pages as a signed-in browser does, without a socket.
private struct PageReader {
  let door: FrontDoor
  let cookie: String

  /// Nanoseconds of each of `rounds` answers, after one that fills caches.
  func times(of path: String, _ rounds: Int) async throws -> [Int64] {
    _ = try await open(path)
    var samples: [Int64] = []
    for _ in 0..<rounds {
      let start = nanoseconds()
      _ = try await open(path)
      samples.append(nanoseconds() - start)
    }
    return samples
  }

  /// Bytes of the page and of each file that it names.
  func firstLoad(of path: String) async throws -> Int {
    let page = try await open(path)
    var size = page.count
    let text = String(decoding: page, as: UTF8.self)
    for file in Set(text.matches(of: /"(\/assets\/[^"]+)"/).map { String($0.output.1) }) {
      size += try await open(file).count
    }
    return size
  }

  private func open(_ path: String) async throws -> [UInt8] {
    let answer = await door.send(
      .get, path, headers: ["Cookie": "hub_dev=\(cookie)", "Sec-Fetch-Site": "same-origin"])
    guard answer.status == 200, let bytes = answer.bytes else { throw Unexpected.answer }
    return bytes
  }
}

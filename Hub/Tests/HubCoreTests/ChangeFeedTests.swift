import HubContracts
import HubCore
import Testing

@Suite struct ChangeFeedTests {
  private let feed = ChangeFeed()
  private let ada = AccountNumber(1)
  private let bob = AccountNumber(2)

  @Test func `a reader that waits is told of a change at once`() async {
    let watch = feed.watch(ada, [.anchor])
    async let news = watch.next()

    feed.moved(ada, to: head(.anchor, 41))

    #expect(await news == [head(.anchor, 41)])
  }

  @Test func `what moves while nobody reads is one head of each domain, the newest`() async {
    let watch = feed.watch(ada, [.anchor, .habits])
    for cursor in 1...10_000 { feed.moved(ada, to: head(.anchor, Int64(cursor))) }
    feed.moved(ada, to: head(.habits, 10_001))

    #expect(await watch.next() == [head(.anchor, 10_000), head(.habits, 10_001)])
  }

  @Test func `heads that come in another order than their commits never go back`() async {
    let watch = feed.watch(ada, [.anchor])
    feed.moved(ada, to: head(.anchor, 42))
    feed.moved(ada, to: head(.anchor, 41))
    let first = await watch.next()

    feed.moved(ada, to: head(.anchor, 42))
    watch.beat()

    #expect(first == [head(.anchor, 42)])
    #expect(await watch.next() == [])
  }

  @Test func `another account's changes, and other domains, are not told (H7)`() async {
    let watch = feed.watch(ada, [.anchor])

    feed.moved(bob, to: head(.anchor, 7))
    feed.moved(ada, to: head(.calorie, 8))
    watch.beat()

    #expect(await watch.next() == [])
  }

  @Test func `who looks at pages is told of a touch, once for many, and of no head`() async {
    let watch = feed.watchPages(of: ada)
    for _ in 0..<100 { feed.touched(ada) }
    feed.moved(ada, to: head(.anchor, 41))

    #expect(await watch.next() == [])
    #expect(watch.takeTouch())
    watch.beat()
    #expect(await watch.next() == [])
    #expect(!watch.takeTouch())
  }

  @Test func `a touch is told to no device, and to no other account's pages (H7)`() async {
    let device = feed.watch(ada, [.anchor])
    let others = feed.watchPages(of: bob)
    feed.touched(ada)
    feed.moved(ada, to: head(.anchor, 41))
    others.beat()

    #expect(await device.next() == [head(.anchor, 41)])
    #expect(await others.next() == [])
    #expect(!others.takeTouch() && !device.takeTouch())
  }

  @Test func `each watcher hears of the time in each round of beats`() async {
    let watches = (0..<24).map { _ in feed.watch(ada, [.anchor]) }

    for _ in 0..<ChangeFeed.beatsPerRound { feed.beat() }

    for watch in watches { #expect(await watch.next() == []) }
  }

  @Test func `a watcher that is let go is forgotten`() async {
    var watch: FeedWatch? = feed.watch(ada, [.anchor])
    #expect(feed.count == 1)
    watch?.beat()
    _ = await watch?.next()

    watch = nil

    #expect(feed.count == 0)
  }

  @Test func `the end ends those that wait and those that come after`() async {
    let waiting = feed.watch(ada, [.anchor])
    async let last = waiting.next()

    feed.end()

    #expect(await last == nil)
    #expect(await feed.watch(ada, [.anchor]).next() == nil)
  }

  @Test func `a reader that is cancelled goes on at once`() async {
    let changes = feed.changes(of: ada)
    let reading = Task { await changes.first { _ in true } }

    reading.cancel()

    #expect(await reading.value == nil)
  }

  private func head(_ domain: Domain, _ cursor: Int64) -> FeedHead {
    FeedHead(domain: domain, cursor: Cursor(cursor), epoch: Epoch(1))
  }
}

import AppShellTesting
import PersonalSyncTesting
import Testing

@testable import Anchor

@Suite struct HubCommandTests {
  private let terminal = Terminal()
  private var bench: Bench { terminal.bench }

  @Test func `from the first record to the Hub, told all the way`() async {
    _ = await terminal.type("log", "30m", "write")
    #expect(
      await terminal.type("status").output == """
        No session is running.
        Today: 30 min in 1 session, streak 1 day
        Hub: Not connected to a Hub
          anchor connect URL

        """)

    let connect = await connect()
    #expect(
      connect.output.contains("http://localhost/connect?code=BCDF-GHJK"))
    #expect(connect.output.contains("the code BCDF-GHJK"))
    #expect(connect.output.contains("Signed in as Ada."))
    #expect(connect.output.hasSuffix("  anchor approve\n"))
    #expect(await terminal.type("status").output.contains("Hub: Approval needed, 1 change waits"))

    let approve = await terminal.type("approve", answering: ["y"])
    #expect(approve.status == 0)
    #expect(approve.complaints.contains("Account      Ada\n"))
    #expect(approve.complaints.contains("Fingerprint  "))
    #expect(
      approve.complaints.contains(
        "1 record of this store would become the account's, and 1 waiting change would be sent"))
    #expect(approve.complaints.contains("PERMANENT"))
    #expect(approve.complaints.hasSuffix("Shall Ada own this store for ever? [y/N] "))
    #expect(
      approve.output
        == "Ada owns this store now. Send and receive with: anchor sync\n")

    #expect(await terminal.type("sync").output == "Up to date. Sent 2, received 0.\n")
    #expect(bench.hub.feed(of: bench.hub.account("Ada"), .anchor).count == 2)
  }

  @Test func `saying no to the approval sends nothing`() async {
    _ = await terminal.type("log", "30m", "write")
    _ = await connect()

    let approve = await terminal.type("approve", answering: ["n"])
    let sync = await terminal.type("sync")

    #expect(approve.status == 1)
    #expect(sync.status == 5)
    #expect(sync.complaints.contains("anchor approve"))
    #expect(sync.complaints.contains("Your waiting change is safe."))
    #expect(bench.hub.feed(of: bench.hub.account("Ada"), .anchor).isEmpty)
  }

  @Test func `a script has to say yes`() async {
    _ = await connect()

    let asked = await terminal.type("approve", isInteractive: false)
    let said = await terminal.type("approve", "--yes", isInteractive: false)
    let again = await terminal.type("approve", "--yes")

    #expect(asked.status == 2)
    #expect(said.status == 0)
    #expect(again.output.hasPrefix("Ada owns this store already."))
  }

  @Test func `without a session, sync says how to get one`() async {
    let reply = await terminal.type("sync")

    #expect(reply.status == 5)
    #expect(
      reply.complaints == """
        anchor: Anchor is not connected to a Hub.
        It works without one. To connect: anchor connect URL. Nothing is lost.

        """)
  }

  @Test func `offline is no failure of the record`() async {
    _ = await connect()
    _ = await terminal.type("approve", "--yes")
    bench.setOffline(true)
    let log = await terminal.type("log", "30m", "write")

    let sync = await terminal.type("sync")

    #expect(log.status == 0)
    #expect(sync.status == 4)
    #expect(
      sync.complaints == """
        anchor: The Hub cannot be reached.
        Anchor goes on without it and tries again. Your waiting change is safe.

        """)
    #expect(
      await terminal.type("status").output.contains("Hub: Offline since 09:00, 1 change waits"))
  }

  @Test func `another account is refused and the queue is intact`() async {
    _ = await connect()
    _ = await terminal.type("approve", "--yes")
    _ = await terminal.type("log", "30m", "write")

    let other = await connect(as: "Bob")

    #expect(other.status == 5)
    #expect(other.complaints.contains("This store belongs to another account, for ever."))
    #expect(other.complaints.contains("--data DIR"))
    #expect(other.complaints.contains("Your waiting change is safe."))
    #expect(await terminal.type("sync").output == "Up to date. Sent 2, received 0.\n")
  }

  @Test func `a code that was denied ends the waiting`() async {
    bench.whenAsked { $0.denyGrant() }

    let reply = await terminal.type("connect", Bench.hubAddress)

    #expect(reply.status == 5)
    #expect(reply.complaints.hasPrefix("anchor: The request was denied on the Hub's page."))
  }

  @Test func `signing out keeps everything and says so`() async {
    _ = await connect()
    _ = await terminal.type("approve", "--yes")
    _ = await terminal.type("log", "30m", "write")

    let out = await terminal.type("sign-out")

    #expect(
      out.output
        == "Signed out. Your sessions stay here, and Anchor goes on without the Hub.\n")
    #expect(await terminal.type("status").output.contains("Hub: Sign in again, 1 change waits"))
    #expect(await terminal.type("sign-out").status == 5)
  }

  @Test(arguments: [
    ("hub.example.org", 2), ("https://hub.example.org/x", 2), ("http://hub.example.org", 1),
  ])
  func `an address that is none is explained`(address: String, status: Int32) async {
    let reply = await terminal.type("connect", address)

    #expect(reply.status == status)
    #expect(reply.complaints.contains(address))
  }

  @Test func `a store of another folder is named in what to type next`() async {
    let data = bench.folder.file("other")
    _ = await terminal.type("log", "30m", "write", "--data", data)

    let reply = await terminal.type("--data", data, "status")

    #expect(reply.output.contains("30 min in 1 session"))
    #expect(reply.output.contains("  anchor connect URL --data \(data)\n"))
    #expect(await terminal.type("today").output.contains("Nothing yet."))
  }

  @Test func `a folder that cannot be used is explained`() async {
    let reply = await terminal.type("today", "--data", "/dev/null/x")

    #expect(reply.status == 3)
    #expect(
      reply.complaints.hasPrefix(
        "anchor: The folder /dev/null/x cannot be used: a part of its path is not a folder.\n"))
  }

  private func connect(as name: String = "Ada") async -> Terminal.Reply {
    let account = bench.hub.account(name)
    bench.whenAsked { $0.approveGrant(as: account) }
    return await terminal.type("connect", Bench.hubAddress)
  }
}

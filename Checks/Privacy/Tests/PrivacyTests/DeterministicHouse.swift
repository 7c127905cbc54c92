import Anchor
import AppShell
import AppShellTesting
import HubContracts
import HubCore
import HubHTTP
import HubTesting
import HubWeb
import PersonalSyncTesting
import ToolboxCommandLine
import ToolboxCrypto
import ToolboxHTTP
import WebInterface

/// A whole Hub and a machine with Anchor in this process; clock and chance are the same each time.
final class DeterministicHouse: Sendable {
  let door: FrontDoor
  let owner: SignedIn
  let wire: Wire
  private let folder = TemporaryFolder()
  private let clock = HandClock(nowMilliseconds: 1_800_000_000_000)
  private let machine: Machine

  var hub: TestIdentity { door.identity }

  init() async throws {
    let origin = try Self.unwrap(SiteOrigin("http://hub.localhost:8765"))
    door = try FrontDoor.serving(
      at: origin.text, pages: JSONProblems(), over: TestIdentity(passwordHash: UnsaltedHash())
    ) { hub, address in
      let parts = HubPages.Parts(
        identity: hub.service, storage: hub.database, feed: hub.feed, clock: hub.clock,
        address: address, zones: TimeZones())
      return HubRoutes.all(parts, sync: hub.sync, streams: StreamLimits())
    }
    owner = try await door.identity.makeOwner()
    wire = Wire(to: door, approvedBy: owner)
    machine = Machine(
      environment: ["XDG_DATA_HOME": folder.path, "XDG_STATE_HOME": folder.path + "/state"],
      clock: clock, random: Dice(seed: 7), zone: try Self.unwrap(ZoneOffsets(named: "UTC")),
      http: wire)
  }

  /// Runs a command line of Anchor's, which has to succeed.
  func anchor(_ words: String...) async throws {
    clock.advance(milliseconds: 61_000)
    let console = ScriptedConsole()
    let status = await AnchorProgram.tool(on: machine).run(words, console)
    guard status.code == 0 else {
      throw Failed(words: words, said: console.output + console.complaints)
    }
  }

  struct Failed: Error {
    var words: [String]
    var said: String
  }

  func file(_ name: String, _ text: String) throws -> String {
    let path = folder.file(name)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private static func unwrap<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Unexpected.answer }
    return value
  }
}

/// Not secret and the same each time: libsodium takes the salts of real hashes from the system.
private struct UnsaltedHash: PasswordHashing {
  func hash(_ password: [UInt8]) -> String? { Base64URL.encode(SHA256.hash(password)) }
  func isValid(_ password: [UInt8], for phc: String) -> Bool { hash(password) == phc }
}

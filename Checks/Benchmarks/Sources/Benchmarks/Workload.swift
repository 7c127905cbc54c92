import Foundation
import HubContracts
import PersonalSyncTesting
import ToolboxCrypto

/// Records as an app would send them: about 300 bytes each on the wire.
enum Workload {
  static func identifier<Named>(_ dice: Dice) -> Identifier<Named> {
    guard let identifier = Identifier<Named>(dice.uuid()) else {
      preconditionFailure("a UUID is an identifier")
    }
    return identifier
  }

  static func mutation(_ dice: Dice, minutes: Int = 25) -> Mutation {
    let start = Minute(number: 29_000_000 + Int64(dice.roll(500_000)))
    let facts = FocusSessionFacts(
      startedAt: start, endedAt: Minute(number: start.number + Int64(minutes)),
      focusedMinutes: minutes, completed: true)
    let body = RecordBody(type: "focusSession", facts: FocusSessionFacts.contract.encode(facts))
    return Mutation(
      record: RecordID(type: "focusSession", uuid: dice.uuid()), key: identifier(dice),
      operation: .upsert, base: .absent, occurredAt: start,
      modifiedAt: Stamp(milliseconds: start.milliseconds), body: body.canonical)
  }

  static func pushBody(_ count: Int, _ dice: Dice, device: DeviceID) -> [UInt8] {
    PushRequest(
      domain: .anchor, device: device, mutations: (0..<count).map { _ in mutation(dice) }
    ).json
  }
}

/// A folder of one run's own, removed at its end.
final class WorkFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "bench-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      print("The folder \(path) stays behind: \(error)")
    }
  }

  func file(_ name: String) -> String { path + "/" + name }
}

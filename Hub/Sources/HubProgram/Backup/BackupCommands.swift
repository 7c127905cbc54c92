import HubContracts
import ToolboxCommandLine
import ToolboxJSON

/// `hub backup` and `hub restore`.
enum BackupCommands {
  static let file = Argument("file", .file, "The backup.")
  static let withoutKeys = Flag(
    "without-keys", "Leave the Hub's keys out; then keep a copy of them elsewhere.")

  static func backUp(
    _ data: DataFolder, to path: String, hasKeys: Bool, _ console: any Console
  ) throws(ProgramFailure) -> VerbAnswer {
    let backup = Backup(
      data: data, hasKeys: hasKeys, nowMilliseconds: SystemWallClock().nowMilliseconds)
    let written = try backup.write(to: path)
    if !written.isOnRecord {
      console.complain(
        "hub: The Hub's database takes nothing now: its audit chains do not tell of this.")
    }
    return VerbAnswer([
      "\(path.printable): \(written.bytes) bytes, read back and found whole.",
      hasKeys
        ? "It holds the Hub's keys: whoever has it can pass for this Hub. Keep it as you keep the Hub."
        : "It holds no keys. It can be restored only where \(data.path.printable)/keys is.",
    ]) { json in
      json.object { json in
        json.member("file", path)
        json.member("bytes", written.bytes)
        json.member("hasKeys", hasKeys)
        json.member("isOnRecord", written.isOnRecord)
      }
    }
  }

  static func restore(
    _ data: DataFolder, from path: String, saidYes: Bool, _ console: any Console
  ) async throws(ProgramFailure) -> VerbAnswer {
    if data.hasDatabase {
      switch console.ask(
        "Replace what is in \(data.path.printable)? It is kept aside.", saidYes: saidYes)
      {
      case .yes: break
      case .no: throw .failure("Nothing was changed.")
      case .notAsked:
        throw .misuse("\(data.path.printable) holds a Hub. Say --yes to replace it.")
      }
    }
    let outcome = try await Restore(
      data: data, nowMilliseconds: SystemWallClock().nowMilliseconds
    ).run(path)
    let time = ISOTime.text(ofMilliseconds: outcome.madeAtMilliseconds, showsFraction: false)
    var lines = [
      "Restored to \(time). Start the Hub: its apps send again what they have since.",
      "Browsers sign in again. What was disconnected since then is connected again: look at Devices.",
    ]
    if let replaced = outcome.replaced {
      lines.append(
        "What was here before is in \(replaced.printable); remove it when all is well.")
    }
    return VerbAnswer(lines) { json in
      json.object { json in
        json.member("madeAt", time)
        if let replaced = outcome.replaced { json.member("keptAside", replaced) }
      }
    }
  }
}

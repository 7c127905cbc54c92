import Foundation
import ToolboxLocks

/// A device's process as its parent sees it.
struct Ended {
  /// Name and minutes of every edit that the device said it had saved, in order.
  var saved: [(name: String, minutes: Int)] = []
  var isDone = false
  var wasKilled = false
}

/// Runs `order` in a process of its own; `killAfter` sends it SIGKILL so many seconds later.
func runDevice(_ order: DeviceOrder, killAfter: Double? = nil) throws -> Ended {
  let child = try startDevice(order)
  if let killAfter {
    Thread.sleep(forTimeInterval: killAfter)
    kill(child.process.processIdentifier, SIGKILL)
  }
  return child.wait()
}

func startDevice(_ order: DeviceOrder) throws -> Child {
  let child = Child()
  child.process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  child.process.arguments = ["device"] + order.arguments
  child.process.standardOutput = child.output
  child.process.standardError = FileHandle.nullDevice
  try child.process.run()
  return child
}

struct Child {
  let process = Process()
  let output = Pipe()

  /// Reads what it says until it ends.
  func wait() -> Ended {
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    var ended = Ended()
    ended.wasKilled = process.terminationReason == .uncaughtSignal
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.first == "saved", words.count == 3, let minutes = Int(words[2]) {
        ended.saved.append((String(words[1]), minutes))
      }
      if line == "done" { ended.isDone = true }
    }
    return ended
  }
}

import Foundation

/// What a process is told by its machine.
enum Environment {
  /// The variables with which the process was started.
  static var ofProcess: [String: String] { ProcessInfo.processInfo.environment }

  /// The name that systemd gives each installation of the system; empty where there is none.
  static var machineID: String {
    guard let bytes = FileManager.default.contents(atPath: "/etc/machine-id") else { return "" }
    return String(decoding: bytes.prefix(64), as: UTF8.self).filter(\.isHexDigit)
  }
}

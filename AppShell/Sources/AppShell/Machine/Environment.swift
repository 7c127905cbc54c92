import Foundation

/// The variables with which the process was started.
enum Environment {
  static var ofProcess: [String: String] { ProcessInfo.processInfo.environment }
}

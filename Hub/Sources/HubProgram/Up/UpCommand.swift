import Foundation
import Glibc
import ToolboxCommandLine

/// `hub up`: runs the Hub and the apps' pages until it is asked to end.
enum UpCommand {
  static func run(
    _ given: GivenSettings, _ console: any Console
  ) async throws(ProgramFailure) -> ExitStatus {
    let environment = given.environment
    let settings = try UpSettings(
      given, hubPath: try ownPath(), workingFolder: FileManager.default.currentDirectoryPath,
      isExecutable: { access($0, X_OK) == 0 })
    let browser = Browser(environment: environment, isWanted: settings.opensBrowser)
    let stops = await StopSignals.take()
    let supervisor = Supervisor(
      hub: settings.hub, apps: settings.apps,
      isReady: { line in
        browser.read(line)
        return line.hasPrefix(RunningHub.lastWords)
      },
      machine: Supervisor.Machine(
        environment: environment, say: { console.print($0) },
        stopRequest: stops.wait,
        pause: { duration in
          // Cut short when the end is asked for, which is what is wanted.
          do { try await Task.sleep(for: duration) } catch {}
        }, uptime: SystemTime.uptime))
    switch await supervisor.run() {
    case .stopped: return .done
    case .hubDidNotStart: throw .failure("The Hub did not start; it says above why.")
    case .gaveUp(let name): throw .failure("\(name) could not be kept running; see above.")
    }
  }

  private static func ownPath() throws(ProgramFailure) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { throw .failure("Cannot find this program's own file in /proc.") }
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

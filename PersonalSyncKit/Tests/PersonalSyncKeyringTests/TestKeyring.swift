import Foundation
import Glibc
import PersonalSyncKeyring
import PersonalSyncKit
import Testing
import ToolboxSecretService

/// A session bus and a real keyring of one test, and the folder of a store beside them.
///
/// The bus starts the keyring, open, when it is first called, and again when it has died.
final class TestKeyring {
  let folder: URL
  let address: String
  private let bus = Process()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("k-\(UUID())")
    for name in ["run", "services", "state"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    try Data("a password".utf8).write(to: folder.appendingPathComponent("password"))
    try Data(
      """
      echo $$ >\(folder.path)/pid
      exec gnome-keyring-daemon --foreground --components=secrets --unlock <\(folder.path)/password
      """.utf8
    ).write(to: folder.appendingPathComponent("start"))
    try Data(Self.configuration(of: folder).utf8)
      .write(to: folder.appendingPathComponent("bus.conf"))
    let announced = Pipe()
    bus.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    bus.arguments = [
      "dbus-daemon", "--config-file=\(folder.path)/bus.conf", "--nofork", "--print-address=1",
    ]
    bus.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "HOME": folder.path, "XDG_RUNTIME_DIR": folder.appendingPathComponent("run").path,
    ]
    bus.standardOutput = announced
    bus.standardError = FileHandle.nullDevice
    try bus.run()
    let line = String(decoding: announced.fileHandleForReading.availableData, as: UTF8.self)
    address = line.trimmingCharacters(in: .whitespacesAndNewlines)
    try offer()
  }

  /// A bus that knows no service of this machine.
  private static func configuration(of folder: URL) -> String {
    """
    <busconfig>
      <type>session</type>
      <listen>unix:path=\(folder.path)/bus</listen>
      <servicedir>\(folder.path)/services</servicedir>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>
    """
  }

  deinit {
    kill(SIGKILL)
    // Not SIGTERM, which it may have been told to wait with by the thread that started it.
    _ = Glibc.kill(bus.processIdentifier, SIGKILL)
    bus.waitUntilExit()
    do { try FileManager.default.removeItem(at: folder) } catch {
      preconditionFailure("the temporary folder stays behind: \(error)")
    }
  }

  // MARK: - The keyring

  private var offered: URL {
    folder.appendingPathComponent("services/org.freedesktop.secrets.service")
  }

  /// Lets the bus start it when it is called.
  func offer() throws {
    try Data(
      """
      [D-BUS Service]
      Name=org.freedesktop.secrets
      Exec=/bin/sh \(folder.path)/start
      """.utf8
    ).write(to: offered)
  }

  /// Nobody starts it any more.
  func withdraw() throws { try FileManager.default.removeItem(at: offered) }

  func service() throws -> SecretService {
    try SecretService(at: address, mayStart: true, patience: .seconds(60))
  }

  /// Starts it, and makes sure that it is open.
  func start() throws { #expect(try service().openDefaultCollection() != nil) }

  func lock() throws {
    let call = Process()
    call.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    call.arguments = [
      "dbus-send", "--bus=\(address)", "--print-reply", "--dest=org.freedesktop.secrets",
      "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Lock",
      "array:objpath:/org/freedesktop/secrets/collection/login",
    ]
    call.standardOutput = FileHandle.nullDevice
    try call.run()
    call.waitUntilExit()
    #expect(call.terminationStatus == 0)
  }

  /// Sends it a signal, if it was ever started.
  func kill(_ signal: Int32) {
    guard let text = try? String(contentsOf: folder.appendingPathComponent("pid"), encoding: .utf8),
      let pid = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines))
    else { return }
    _ = Glibc.kill(pid, signal)
  }

  /// Kills it and starts it again, open.
  func restart() throws {
    kill(SIGKILL)
    // The bus may not have noticed yet, and then says that the old one gave no answer.
    for _ in 0..<100 {
      do throws(SecretService.Failure) {
        let service = try SecretService(at: address, mayStart: true, patience: .seconds(60))
        if try service.openDefaultCollection() != nil { return }
      } catch {}
    }
    Issue.record("the keyring does not come back")
  }

  // MARK: - The store

  var path: String { folder.appendingPathComponent("state/session.token").path }

  /// Another process's view of the one store.
  func store(
    isFileWanted: Bool = false, patience: Duration = .seconds(60), bus: String? = nil
  ) -> SecretServiceTokenStore {
    SecretServiceTokenStore(
      path: path,
      keyring: .init(busAddress: bus ?? address, label: "Of a test", patience: patience),
      isFileWanted: isFileWanted)
  }

  /// What is in the files of the store's folder, one after the other.
  func files() throws -> String {
    let state = folder.appendingPathComponent("state")
    return try FileManager.default.contentsOfDirectory(atPath: state.path).sorted()
      .map { name in
        let bytes = try Data(contentsOf: state.appendingPathComponent(name))
        return String(decoding: bytes, as: UTF8.self)
      }.joined()
  }

  /// How many items the person's keyring has.
  func itemCount() throws -> Int {
    let call = Process()
    let answer = Pipe()
    call.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    call.arguments = [
      "dbus-send", "--bus=\(address)", "--print-reply", "--dest=org.freedesktop.secrets",
      "/org/freedesktop/secrets/collection/login", "org.freedesktop.DBus.Properties.Get",
      "string:org.freedesktop.Secret.Collection", "string:Items",
    ]
    call.standardOutput = answer
    try call.run()
    let text = String(
      decoding: answer.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    call.waitUntilExit()
    #expect(call.terminationStatus == 0)
    return text.components(separatedBy: "object path").count - 1
  }
}

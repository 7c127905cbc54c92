import CSystemd
import Glibc

/// One connection with a D-Bus, which waits in all no longer than it was told.
final class SessionBus {
  private let bus: OpaquePointer
  private let deadline: ContinuousClock.Instant

  init(address: String, patience: Duration) throws(SecretService.Failure) {
    var made: OpaquePointer?
    guard sd_bus_new(&made) >= 0, let made else { throw .absent }
    bus = made
    deadline = .now + patience
    guard sd_bus_set_address(bus, address) >= 0, sd_bus_set_bus_client(bus, 1) >= 0,
      sd_bus_start(bus) >= 0
    else { throw .absent }
    // The library itself would wait for a bus that does not answer for a minute and a half.
    while true {
      let isReady = sd_bus_is_ready(bus)
      guard isReady >= 0 else { throw .absent }
      if isReady > 0 { return }
      let progress = sd_bus_process(bus, nil)
      guard progress >= 0 else { throw .absent }
      if progress == 0, sd_bus_wait(bus, try microsecondsLeft()) < 0 { throw .absent }
    }
  }

  deinit { sd_bus_close_unref(bus) }

  /// Calls a method and waits for its answer.
  func call(
    _ name: String, _ path: String, _ interface: String, _ member: String, mayStart: Bool,
    _ write: (BusMessage) throws(SecretService.Failure) -> Void
  ) throws(SecretService.Failure) -> BusMessage {
    var made: OpaquePointer?
    // A path that is none is one that somebody wrote into a file.
    guard sd_bus_message_new_method_call(bus, &made, name, path, interface, member) >= 0, let made
    else { throw .absent }
    let request = BusMessage(made)
    sd_bus_message_set_auto_start(made, mayStart ? 1 : 0)
    try write(request)
    var error = sd_bus_error()
    defer { sd_bus_error_free(&error) }
    var answer: OpaquePointer?
    let result = sd_bus_call(bus, made, try microsecondsLeft(), &error, &answer)
    guard result >= 0, let answer else { throw Self.failure(error) }
    return BusMessage(answer)
  }

  private func microsecondsLeft() throws(SecretService.Failure) -> UInt64 {
    let left = (deadline - .now) / .microseconds(1)
    guard left >= 1 else { throw .broken }
    return UInt64(left)
  }

  private static func failure(_ error: sd_bus_error) -> SecretService.Failure {
    guard let name = error.name.map({ String(cString: $0) }) else { return .broken }
    if name == "org.freedesktop.Secret.Error.IsLocked" { return .locked }
    let isAbsent =
      name.hasPrefix("org.freedesktop.DBus.Error.Spawn")
      || [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownMethod",
        "org.freedesktop.DBus.Error.UnknownInterface",
        "org.freedesktop.Secret.Error.NoSuchObject",
      ].contains(name)
    return isAbsent ? .absent : .broken
  }
}

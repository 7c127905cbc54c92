import PersonalSyncKeyring
import ToolboxHTTP

extension Machine {
  /// The keyring of the desktop session in which this process runs; nil where it was told of none.
  func keyring(for app: AppProfile) -> SecretServiceTokenStore.Keyring? {
    guard let address = sessionBus else { return nil }
    return SecretServiceTokenStore.Keyring(
      busAddress: address, label: "\(app.title): session with a Hub")
  }

  /// As systemd and the D-Bus libraries find it.
  private var sessionBus: String? {
    if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
    guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
    return "unix:path=\(PercentEncoding.encode("\(folder)/bus"))"
  }
}

import ToolboxHTTPServer
import ToolboxSQLite

extension ProgramFailure {
  /// Why the database at `path` could not be opened; it is as it was.
  init(opening path: String, _ failure: Schema.Failure) {
    let file = path.printable
    let message =
      switch failure {
      case .newerSchema(let component, let found, let known):
        "\(file) was made by a newer Hub (\(component) \(found); this one knows \(known)). "
          + "Nothing was changed. Update this program."
      case .sqlite(.damaged(let code)):
        "\(file) is damaged (SQLite \(code)). Nothing was changed. Keep the file, and put a backup "
          + "in its place."
      case .sqlite(.foreignSchema):
        "\(file) is a database of another program. Nothing was changed. Say --data DIR."
      case .sqlite(.diskFull):
        "The disk of \(file) is full. Free some space and start again."
      case .sqlite(.busy):
        "Another program holds \(file) locked. End it and start again."
      case .sqlite(.readOnly), .sqlite(.cannotOpen):
        "\(file) cannot be written. Look at its permissions and those of its folder."
      case .sqlite(.inputOutput(let code)):
        "The disk of \(file) fails (SQLite \(code)). Look at the disk."
      case .sqlite(.constraint(let code)):
        "\(file) holds what a Hub does not allow (SQLite \(code)). Put a backup in its place."
      }
    self = .failure(message)
  }

  /// Why nothing listens.
  init(listeningOn host: String, _ failure: HTTPServerError) {
    let message =
      switch failure {
      case .portInUse(let port):
        "Another program listens on port \(port). Stop it, or choose another with --port N."
      case .portForbidden(let port):
        "Port \(port) is for privileged programs only. Choose one from 1024 on with --port N."
      case .addressUnavailable:
        "\(host.printable) is no address of this machine. Choose another with --host ADDRESS."
      case .resourcesExhausted:
        "The machine has no descriptors, memory or threads left. End something and start again."
      }
    self = .failure(message)
  }
}

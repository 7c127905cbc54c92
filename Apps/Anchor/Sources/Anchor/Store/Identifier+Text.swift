import AnchorModel
import ToolboxCrypto

extension Identifier {
  /// The id of what `text` says, the same on every device.
  init(of text: String) {
    guard let id = Identifier(digest: Array(SHA256.hash(Array(text.utf8)))) else {
      preconditionFailure("a digest has 32 bytes")
    }
    self = id
  }
}

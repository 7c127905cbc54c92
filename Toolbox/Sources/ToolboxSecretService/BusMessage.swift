import CSystemd

/// A message that is written piece by piece, or read so.
///
/// Its memory is overwritten when it is let go, since it may hold a secret.
final class BusMessage {
  private enum Kind {
    static let string = CChar(UInt8(ascii: "s"))
    static let objectPath = CChar(UInt8(ascii: "o"))
    static let byte = CChar(UInt8(ascii: "y"))
    static let bool = CChar(UInt8(ascii: "b"))
    static let variant = CChar(UInt8(ascii: "v"))
    static let array = CChar(UInt8(ascii: "a"))
    static let structure = CChar(UInt8(ascii: "r"))
    static let entry = CChar(UInt8(ascii: "e"))
  }

  private let message: OpaquePointer

  init(_ message: OpaquePointer) {
    self.message = message
    sd_bus_message_sensitive(message)
  }

  deinit { sd_bus_message_unref(message) }

  // MARK: - Writing

  func append(_ text: String) throws(SecretService.Failure) {
    try check(sd_bus_message_append_basic(message, Kind.string, text))
  }

  func append(objectPath: String) throws(SecretService.Failure) {
    try check(sd_bus_message_append_basic(message, Kind.objectPath, objectPath))
  }

  func append(_ bool: Bool) throws(SecretService.Failure) {
    var value: Int32 = bool ? 1 : 0
    try check(sd_bus_message_append_basic(message, Kind.bool, &value))
  }

  func append(variant text: String) throws(SecretService.Failure) {
    try within(Kind.variant, "s") { () throws(SecretService.Failure) in try append(text) }
  }

  func append(_ attributes: [String: String]) throws(SecretService.Failure) {
    try within(Kind.array, "{ss}") { () throws(SecretService.Failure) in
      for (name, value) in attributes {
        try within(Kind.entry, "ss") { () throws(SecretService.Failure) in
          try append(name)
          try append(value)
        }
      }
    }
  }

  /// What a new item is called and found by.
  func appendProperties(
    label: String, _ attributes: [String: String]
  ) throws(SecretService.Failure) {
    try within(Kind.array, "{sv}") { () throws(SecretService.Failure) in
      try within(Kind.entry, "sv") { () throws(SecretService.Failure) in
        try append("org.freedesktop.Secret.Item.Label")
        try append(variant: label)
      }
      try within(Kind.entry, "sv") { () throws(SecretService.Failure) in
        try append("org.freedesktop.Secret.Item.Attributes")
        try within(Kind.variant, "a{ss}") { () throws(SecretService.Failure) in
          try append(attributes)
        }
      }
    }
  }

  func append(secret: [UInt8], session: String) throws(SecretService.Failure) {
    try within(Kind.structure, "oayays") { () throws(SecretService.Failure) in
      try append(objectPath: session)
      try append([])
      try append(secret)
      try append("application/json")
    }
  }

  private func append(_ bytes: [UInt8]) throws(SecretService.Failure) {
    try check(sd_bus_message_append_array(message, Kind.byte, bytes, bytes.count))
  }

  private func within(
    _ kind: CChar, _ contents: String, _ body: () throws(SecretService.Failure) -> Void
  ) throws(SecretService.Failure) {
    try check(sd_bus_message_open_container(message, kind, contents))
    try body()
    try check(sd_bus_message_close_container(message))
  }

  // MARK: - Reading

  func objectPath() throws(SecretService.Failure) -> String {
    var text: UnsafePointer<CChar>?
    try check(sd_bus_message_read_basic(message, Kind.objectPath, &text))
    guard let text else { throw .broken }
    return String(cString: text)
  }

  func objectPaths() throws(SecretService.Failure) -> [String] {
    var paths: [String] = []
    try enter(Kind.array, "o")
    while sd_bus_message_at_end(message, 0) == 0 { paths.append(try objectPath()) }
    return paths
  }

  func variantBool() throws(SecretService.Failure) -> Bool {
    try enter(Kind.variant, "b")
    var value: Int32 = 0
    try check(sd_bus_message_read_basic(message, Kind.bool, &value))
    return value != 0
  }

  /// The path in the answer to `OpenSession`, which is behind a value that `plain` has no use for.
  func sessionPath() throws(SecretService.Failure) -> String {
    try check(sd_bus_message_skip(message, "v"))
    return try objectPath()
  }

  /// The value in the answer to `GetSecret`.
  func secret() throws(SecretService.Failure) -> [UInt8] {
    try enter(Kind.structure, "oayays")
    try check(sd_bus_message_skip(message, "oay"))
    var bytes: UnsafeRawPointer?
    var count = 0
    try check(sd_bus_message_read_array(message, Kind.byte, &bytes, &count))
    guard let bytes else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  private func enter(_ kind: CChar, _ contents: String) throws(SecretService.Failure) {
    try check(sd_bus_message_enter_container(message, kind, contents))
  }

  /// What a service sends in another form than the one that was agreed on breaks the call, no more.
  private func check(_ result: Int32) throws(SecretService.Failure) {
    guard result >= 0 else { throw .broken }
  }
}

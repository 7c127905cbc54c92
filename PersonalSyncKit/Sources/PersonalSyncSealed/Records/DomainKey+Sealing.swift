import HubContracts
import ToolboxCrypto

extension DomainKey {
  private static let recordKeyInfo = Frame("hub sealed v1 record").bytes
  // Every record key is used once, because 32 random bytes of salt do not come again.
  private static let nonce = [UInt8](repeating: 0, count: AESGCM.nonceByteCount)

  /// The text that travels with a record; only this key opens it, and only in this `place`.
  ///
  /// Two calls give two texts: seal a mutation once, when it is frozen for sending. Throws
  /// ``SealedFault/tooLarge`` for a detail of more than ``SealedEnvelope/detailBytesMax`` bytes.
  public func seal(
    _ detail: [UInt8], in place: RecordPlace, random: some RandomBytes
  ) throws(SealedFault) -> String {
    guard var padded = Padding.pad(detail) else { throw .tooLarge }
    defer { padded.wipe() }
    let salt = random.bytes(SealedEnvelope.saltByteCount)
    let record = recordKey(salt: salt)
    let body = AESGCM.seal(
      padded, key: record.key, nonce: Self.nonce,
      associated: SealedEnvelope.associated(scope, epoch, place))
    return SealedEnvelope(
      epoch: epoch, salt: salt, commitment: record.commitment.copied(), body: body
    ).text
  }

  /// The detail that was sealed with this key for this `place`.
  ///
  /// Throws the first ``SealedFault`` that applies, in the order of docs/protocol/sealed.md, "4.3
  /// Opening"; safe with any text.
  public func open(_ text: String, in place: RecordPlace) throws(SealedFault) -> [UInt8] {
    try open(try SealedEnvelope(text: text), in: place)
  }

  /// The same, of an envelope that was taken apart to find its epoch's key.
  public func open(
    _ envelope: SealedEnvelope, in place: RecordPlace
  ) throws(SealedFault) -> [UInt8] {
    guard envelope.epoch == epoch else { throw .otherEpoch }
    let record = recordKey(salt: envelope.salt)
    guard record.commitment.equals(envelope.commitment) else { throw .wrongKey }
    guard
      var padded = AESGCM.open(
        envelope.body, key: record.key, nonce: Self.nonce,
        associated: SealedEnvelope.associated(scope, epoch, place))
    else { throw .otherRecord }
    defer { padded.wipe() }
    guard let detail = Padding.unpad(padded) else { throw .malformedDetail }
    return detail
  }

  private func recordKey(salt: [UInt8]) -> (key: SecretBytes, commitment: SecretBytes) {
    let derived = HKDF.derive(
      AESGCM.keyByteCount + SealedEnvelope.commitmentByteCount, from: secret, salt: salt,
      info: Self.recordKeyInfo)
    return (derived[0..<AESGCM.keyByteCount], derived[AESGCM.keyByteCount..<derived.count])
  }
}

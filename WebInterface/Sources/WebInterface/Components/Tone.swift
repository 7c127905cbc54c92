/// How a message is meant; always said in words too, because a colour is not seen by everybody.
public enum Tone: String, Sendable, CaseIterable {
  case plain
  case accent
  case good
  case caution
  case bad

  var cssClass: String { "tone-\(rawValue)" }
}

/// A control of a form with its label, its hint and what was wrong with the last answer.
///
/// Hint and error are tied to the control, so that screen readers read them with it.
public struct Field: Sendable {
  public enum Kind: Sendable {
    case text
    case email
    case search
    case date
    case time
    case dateTime
    /// A whole or decimal number; the phone shows its number keys.
    case number(min: String? = nil, max: String? = nil, step: String = "1")
    /// The password that the person has, or chooses now.
    case password
    case newPassword
    /// A code from another screen, such as `WDJB-MJHT`.
    case userCode
    /// Six digits of a code generator.
    case oneTimeCode
    case file(accept: String)
    case lines(Int)
    /// As ``lines(_:)``, for a script of the page alone: no form ever sends what is typed.
    case unsentLines(Int)
    case choice([Option])
    /// As ``choice(_:)``, for a long list: the options under headings.
    case groupedChoice([OptionGroup])
    /// As ``choice(_:)``, all options in view.
    case radios([Option])
    case checkbox
  }

  public struct Option: Sendable, Equatable {
    public let value: String
    public let title: String

    public init(_ value: String, _ title: String) {
      self.value = value
      self.title = title
    }
  }

  /// Options with a heading, such as the zones of one continent.
  public struct OptionGroup: Sendable, Equatable {
    public let title: String
    public let options: [Option]

    public init(_ title: String, _ options: [Option]) {
      self.title = title
      self.options = options
    }
  }

  public var label: String
  public var name: String
  public var kind: Kind
  /// What the control holds at first; for a checkbox, "on" means checked.
  public var value = ""
  public var hint: HTML = .empty
  /// What was wrong with the last answer and how to put it right; empty if nothing was.
  public var error: HTML = .empty
  public var isRequired = true
  public var attributes: [Attribute] = []

  public init(_ label: String, _ name: String, _ kind: Kind = .text) {
    self.label = label
    self.name = name
    self.kind = kind
  }
}

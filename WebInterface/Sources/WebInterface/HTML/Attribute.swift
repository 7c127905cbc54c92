/// One attribute of an element, out of a closed set.
///
/// There is no way to name an attribute freely, so no page has a `style` or an `on…` attribute;
/// what holds an address takes a ``PagePath``. Values are escaped when they are written.
public struct Attribute: Sendable, Equatable {
  enum Value: Sendable, Equatable {
    case text(String)
    /// A boolean attribute, which stands without a value.
    case present
  }

  let name: String
  /// Nil: the attribute is not written, as with `.checked(false)`.
  let value: Value?

  init(_ name: String, _ text: String) {
    self.name = name
    value = .text(text)
  }

  init(_ name: String, isPresent: Bool) {
    self.name = name
    value = isPresent ? .present : nil
  }

  /// The attribute if `condition` holds, else nothing.
  public static func when(_ condition: Bool, _ attribute: Attribute) -> Attribute {
    condition ? attribute : Attribute(attribute.name, isPresent: false)
  }

  /// One attribute a name, as HTML demands: classes are joined, of others the last counts.
  static func merged(_ attributes: [Attribute]) -> [Attribute] {
    var merged: [Attribute] = []
    for attribute in attributes where attribute.value != nil {
      guard let place = merged.firstIndex(where: { $0.name == attribute.name }) else {
        merged.append(attribute)
        continue
      }
      if attribute.name == "class", case .text(let first)? = merged[place].value,
        case .text(let second)? = attribute.value
      {
        merged[place] = Attribute("class", "\(first) \(second)")
      } else {
        merged[place] = attribute
      }
    }
    return merged
  }
}

/// Attributes of every element.
extension Attribute {
  public static func id(_ id: String) -> Attribute { Attribute("id", id) }

  public static func `class`(_ names: String...) -> Attribute {
    Attribute("class", names.joined(separator: " "))
  }

  /// The language of the element's text, such as `en`.
  public static func lang(_ tag: String) -> Attribute { Attribute("lang", tag) }

  public static func title(_ text: String) -> Attribute { Attribute("title", text) }

  public static func role(_ role: String) -> Attribute { Attribute("role", role) }

  public static var hidden: Attribute { Attribute("hidden", isPresent: true) }

  /// Makes a scrollable region reachable by keyboard.
  public static var focusable: Attribute { Attribute("tabindex", "0") }

  /// Makes an element a target of focus by script or fragment only.
  public static var focusableByLink: Attribute { Attribute("tabindex", "-1") }

  /// `aria-<name>`.
  ///
  /// - Precondition: `name` is letters a–z, digits and hyphens.
  public static func aria(_ name: String, _ value: String) -> Attribute {
    Attribute("aria-\(checkedName(name))", value)
  }

  /// `data-<name>`, for scripts to find.
  ///
  /// - Precondition: `name` is letters a–z, digits and hyphens.
  public static func data(_ name: String, _ value: String = "") -> Attribute {
    Attribute("data-\(checkedName(name))", value)
  }

  private static func checkedName(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-")
    }
    precondition(isPlain && !name.isEmpty, "attribute names are written in our own source")
    return name
  }
}

/// Attributes of links, tables and times.
extension Attribute {
  public static func href(_ path: PagePath) -> Attribute { Attribute("href", path.text) }

  /// A page of another of the person's own sites.
  public static func href(_ path: PagePath, at site: SiteOrigin) -> Attribute {
    Attribute("href", site.text + path.text)
  }

  /// Offers the target as a file of this name.
  public static func download(_ fileName: String) -> Attribute { Attribute("download", fileName) }

  /// A machine-readable form of a `time` element.
  public static func datetime(_ text: String) -> Attribute { Attribute("datetime", text) }

  public static func colspan(_ columns: Int) -> Attribute { Attribute("colspan", "\(columns)") }

  public static func scope(_ scope: TableScope) -> Attribute { Attribute("scope", scope.rawValue) }

  /// What a `th` is the head of.
  public enum TableScope: String, Sendable {
    case column = "col"
    case row
  }

  public static func open(_ isOpen: Bool = true) -> Attribute {
    Attribute("open", isPresent: isOpen)
  }

  /// Shows the popover of this id when the button is pressed, and hides it again; needs no script.
  public static func opensPopover(_ id: String) -> Attribute { Attribute("popovertarget", id) }

  public static var popover: Attribute { Attribute("popover", "auto") }
}

/// Attributes of forms and their controls.
extension Attribute {
  public static func name(_ name: String) -> Attribute { Attribute("name", name) }
  public static func value(_ value: String) -> Attribute { Attribute("value", value) }
  public static func `for`(_ id: String) -> Attribute { Attribute("for", id) }
  public static func placeholder(_ text: String) -> Attribute { Attribute("placeholder", text) }

  /// A token of the HTML autofill list, such as `current-password`.
  public static func autocomplete(_ token: String) -> Attribute {
    Attribute("autocomplete", token)
  }

  /// The keyboard that a phone shows, such as `decimal`.
  public static func inputmode(_ mode: String) -> Attribute { Attribute("inputmode", mode) }

  public static var autofocus: Attribute { Attribute("autofocus", isPresent: true) }
  public static var required: Attribute { Attribute("required", isPresent: true) }
  public static func required(_ isOn: Bool) -> Attribute { Attribute("required", isPresent: isOn) }
  public static var disabled: Attribute { Attribute("disabled", isPresent: true) }
  public static func disabled(_ isOn: Bool) -> Attribute { Attribute("disabled", isPresent: isOn) }
  public static var checked: Attribute { Attribute("checked", isPresent: true) }
  public static func checked(_ isOn: Bool) -> Attribute { Attribute("checked", isPresent: isOn) }
  public static var selected: Attribute { Attribute("selected", isPresent: true) }
  public static func selected(_ isOn: Bool) -> Attribute { Attribute("selected", isPresent: isOn) }
  public static var readonly: Attribute { Attribute("readonly", isPresent: true) }
  public static var multiple: Attribute { Attribute("multiple", isPresent: true) }

  public static func min(_ value: String) -> Attribute { Attribute("min", value) }
  public static func max(_ value: String) -> Attribute { Attribute("max", value) }
  public static func step(_ value: String) -> Attribute { Attribute("step", value) }
  public static func minlength(_ count: Int) -> Attribute { Attribute("minlength", "\(count)") }
  public static func maxlength(_ count: Int) -> Attribute { Attribute("maxlength", "\(count)") }
  public static func rows(_ count: Int) -> Attribute { Attribute("rows", "\(count)") }

  /// Of a button: sends the form as it is, with fields left empty, as for refusing or going back.
  public static var formnovalidate: Attribute { Attribute("formnovalidate", isPresent: true) }

  /// What the value must match as a whole, as a regular expression.
  public static func pattern(_ expression: String) -> Attribute {
    Attribute("pattern", expression)
  }

  /// File endings or media types that a file input offers.
  public static func accept(_ kinds: String) -> Attribute { Attribute("accept", kinds) }

  static func type(_ type: String) -> Attribute { Attribute("type", type) }
}

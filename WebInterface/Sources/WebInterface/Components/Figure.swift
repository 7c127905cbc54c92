/// A figure with its name, large enough to be read in passing.
///
/// - `value`: the number as people write it; nil where it is not known, which is shown as a dash.
/// - `unit`: follows the number, smaller.
public func figure(_ name: HTML, _ value: HTML?, unit: String = "", detail: HTML = .empty) -> HTML {
  div(.class("figure")) {
    span(name, .class("figure-name"))
    span(.class("figure-value")) {
      if let value {
        value
        if !unit.isEmpty { span(" \(unit)", .class("figure-unit")) }
      } else {
        span("–", .aria("hidden", "true"))
        visuallyHidden("not known")
      }
    }
    if !detail.isEmpty { span(detail, .class("figure-detail")) }
  }
}

/// Several figures in a line.
public func figures(@HTMLBuilder content: () -> HTML) -> HTML {
  div(.class("figures"), content: content)
}

/// Names and their values under one another, such as the facts of a device.
public func facts(_ pairs: [(name: HTML, value: HTML)]) -> HTML {
  dl(.class("facts")) {
    for pair in pairs {
      div {
        dt(pair.name)
        dd(pair.value)
      }
    }
  }
}

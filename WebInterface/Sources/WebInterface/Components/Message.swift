/// A message that the person should see before the rest.
///
/// A `bad` or `caution` one is announced by screen readers as soon as the page is shown.
public func notice(
  _ tone: Tone, _ title: HTML, @HTMLBuilder content: () -> HTML = { HTML.empty }
) -> HTML {
  let icon: Icon =
    switch tone {
    case .plain, .accent: .info
    case .good: .check
    case .caution, .bad: .warning
    }
  let isUrgent = tone == .bad || tone == .caution
  return div(.class("notice", tone.cssClass), .role(isUrgent ? "alert" : "status")) {
    icon.html
    div(.class("notice-body")) {
      p(title, .class("notice-title"))
      content()
    }
  }
}

/// A word or two about a thing's state.
public func badge(_ text: HTML, _ tone: Tone = .plain) -> HTML {
  span(text, .class("badge", tone.cssClass))
}

/// What is shown where there is nothing yet: says so, and how to begin.
///
/// Also for what is not known (offline, locked, unavailable): never show a zero in its place.
public func emptyState(
  _ icon: Icon, _ title: HTML, @HTMLBuilder content: () -> HTML = { HTML.empty }
) -> HTML {
  div(.class("empty")) {
    icon.html
    p(title, .class("empty-title"))
    content()
  }
}

/// What was just done, with the button that takes it back.
///
/// - `path`: receives the POST that undoes it.
public func undoOffer(_ done: HTML, undo path: PagePath) -> HTML {
  form(to: path, .class("undo-offer")) {
    p(done, .role("status"))
    button("Undo", .quiet, icon: .undo)
  }
}

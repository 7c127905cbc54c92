/// Content that is shown when asked for; needs no script.
public func disclosure(
  _ title: HTML, isOpen: Bool = false, @HTMLBuilder content: () -> HTML
) -> HTML {
  details(.class("disclosure"), .open(isOpen)) {
    summary(title)
    div(.class("disclosure-body"), content: content)
  }
}

/// A card: one thing of a page, with a heading.
///
/// - `brand`: gives the card that product's mark and accent.
/// - `note`: at the end of the heading's line, such as how fresh the content is.
/// - `id`: makes the card a target of links.
public func card(
  _ title: HTML, brand: Brand? = nil, note: HTML = .empty, id: String? = nil,
  @HTMLBuilder content: () -> HTML
) -> HTML {
  let attributes: [Attribute] =
    [.class("card")] + (brand.map { [.class("branded", $0.cssClass)] } ?? [])
    + (id.map { [.id($0)] } ?? [])
  return .element(
    "section", attributes,
    header(.class("card-head")) {
      if let brand { brand.mark }
      h2(title)
      if !note.isEmpty { span(note, .class("note")) }
    },
    content())
}

/// Cards side by side, as many as fit.
public func cards(@HTMLBuilder content: () -> HTML) -> HTML {
  div(.class("cards"), content: content)
}

/// A page's main part, and what goes with it: beside it on a wide screen, else below.
public func board(@HTMLBuilder main: () -> HTML, @HTMLBuilder aside: () -> HTML) -> HTML {
  div(.class("board")) {
    main()
    aside()
  }
}

/// A card that asks for or offers one thing, on ``Page/Width/narrow`` pages: no heading of its own.
public func panel(@HTMLBuilder content: () -> HTML) -> HTML {
  div(.class("card", "panel"), content: content)
}

/// Pieces under one another with even space between.
public func stack(@HTMLBuilder content: () -> HTML) -> HTML {
  div(.class("stack"), content: content)
}

/// Pieces beside one another; they wrap where there is no room.
public func row(@HTMLBuilder content: () -> HTML) -> HTML {
  div(.class("row"), content: content)
}

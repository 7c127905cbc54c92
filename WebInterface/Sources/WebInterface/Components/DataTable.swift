/// A table with a caption; scrolls within itself where it is wider than the page.
///
/// - `caption`: what the table holds; read out, and shown above it.
/// - `columns`: the heads; a `.number` column is set to the right.
/// - `rows`: one cell a column. The first is the head of its row.
/// - Precondition: every row has as many cells as there are columns.
public func dataTable(_ caption: HTML, columns: [DataColumn], rows: [[HTML]]) -> HTML {
  precondition(
    rows.allSatisfy { $0.count == columns.count }, "every row has one cell a column")
  return div(.class("table-scroll"), .focusable, .role("region"), .aria("label", caption.plainText))
  {
    table {
      WebInterface.caption(caption)
      thead {
        tr { for column in columns { th(column.title, .scope(.column), column.attribute) } }
      }
      tbody {
        for row in rows {
          tr {
            for (column, cell) in zip(columns, row).prefix(1) {
              th(cell, .scope(.row), column.attribute)
            }
            for (column, cell) in zip(columns, row).dropFirst() { td(cell, column.attribute) }
          }
        }
      }
    }
  }
}

/// One column of a ``dataTable(_:columns:rows:)``.
public struct DataColumn: Sendable {
  let title: HTML
  let attribute: Attribute

  public static func text(_ title: HTML) -> DataColumn {
    DataColumn(title: title, attribute: .when(false, .class("")))
  }

  public static func number(_ title: HTML) -> DataColumn {
    DataColumn(title: title, attribute: .class("number"))
  }
}

extension HTML {
  /// The text alone, without elements.
  var plainText: String {
    switch node {
    case .text(let text): text
    case .element(_, _, let children): children.map(\.plainText).joined()
    case .group(let pieces): pieces.map(\.plainText).joined()
    }
  }
}

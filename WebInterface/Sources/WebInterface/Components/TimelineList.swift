/// What happened, in the order of time, each with its product's mark.
public struct TimelineList: Sendable {
  public struct Entry: Sendable {
    let time: String
    let machineTime: String
    let title: HTML
    let detail: HTML
    let words: HTML
    let brand: Brand?

    /// - `time`: as people read it, such as `09:30`.
    /// - `machineTime`: the same as HTML's `datetime`, such as `2026-11-30T09:30+01:00`.
    /// - `words`: a line of its own between title and detail.
    public init(
      at time: String, _ machineTime: String, _ title: HTML, detail: HTML = .empty,
      words: HTML = .empty, brand: Brand? = nil
    ) {
      self.time = time
      self.machineTime = machineTime
      self.title = title
      self.detail = detail
      self.words = words
      self.brand = brand
    }
  }

  private let entries: [Entry]

  public init(_ entries: [Entry]) {
    self.entries = entries
  }

  public var html: HTML {
    ol(.class("timeline")) {
      for entry in entries {
        li(.when(entry.brand != nil, .class(entry.brand?.cssClass ?? ""))) {
          WebInterface.time(entry.time, .datetime(entry.machineTime))
          div(.class("timeline-body")) {
            p(.class("timeline-title")) {
              if let brand = entry.brand { visuallyHidden("\(brand.name): ") }
              entry.title
            }
            entry.words
            if !entry.detail.isEmpty { p(entry.detail, .class("timeline-detail")) }
          }
        }
      }
    }
  }
}

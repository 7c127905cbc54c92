/// Where things stand beside each other in a timetable.
public struct TimetableLanes: Equatable, Sendable {
  public struct Place: Equatable, Sendable {
    /// From 0, the leftmost.
    public let lane: Int
    /// How many lanes its cluster has: those that overlap, directly or through others.
    public let lanes: Int
  }

  /// One for each span, in their order.
  public let places: [Place]

  /// `spans` are in any order and of any unit; each takes the first lane that is free at its start.
  public init(_ spans: [Range<Int>]) {
    let order = spans.indices.sorted { (spans[$0].lowerBound, $0) < (spans[$1].lowerBound, $1) }
    var lanes = Array(repeating: 0, count: spans.count)
    var sizes = Array(repeating: 1, count: spans.count)
    var cluster: [Int] = []
    var ends: [Int] = []
    for index in order {
      if let last = ends.max(), spans[index].lowerBound >= last {
        for member in cluster { sizes[member] = ends.count }
        cluster = []
        ends = []
      }
      let free = ends.firstIndex { $0 <= spans[index].lowerBound }
      let end = max(spans[index].upperBound, spans[index].lowerBound + 1)
      if let free { ends[free] = end } else { ends.append(end) }
      lanes[index] = free ?? ends.count - 1
      cluster.append(index)
    }
    for member in cluster { sizes[member] = ends.count }
    places = spans.indices.map { Place(lane: lanes[$0], lanes: sizes[$0]) }
  }
}

/// Reads Prometheus' text format as its page "Exposition formats" has it, and refuses all else.
struct MetricsFormat {
  struct Sample: Equatable {
    var name: String
    var labels: [String: String]
    var value: Double
  }

  private(set) var samples: [Sample] = []
  private(set) var kinds: [String: String] = [:]
  /// The metric whose samples stand here; none of an earlier one may follow.
  private var current: String?
  private var helped: Set<String> = []

  init(_ text: String) throws {
    try Self.demand(text.last == "\n", "the last line has no end")
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if let match = try /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)/.wholeMatch(in: line) {
        try Self.demand(helped.insert(String(match.1)).inserted, line)
        current = nil
      } else if let match =
        try /# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)/.wholeMatch(in: line)
      {
        try Self.demand(kinds[String(match.1)] == nil, line)
        kinds[String(match.1)] = String(match.2)
        current = String(match.1)
      } else {
        try read(sample: line)
      }
    }
    try checkHistograms()
  }

  /// A line that is not in the format.
  struct Malformed: Error { let line: String }

  private static func demand(_ holds: Bool, _ line: some StringProtocol) throws {
    guard holds else { throw Malformed(line: String(line)) }
  }

  private mutating func read(sample line: Substring) throws {
    guard let match = try /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ([0-9.]+)/.wholeMatch(in: line)
    else {
      throw Malformed(line: String(line))
    }
    let name = String(match.1)
    guard let metric = current else { throw Malformed(line: String(line)) }
    let endings = kinds[metric] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
    try Self.demand(endings.map { metric + $0 }.contains(name), line)
    var labels: [String: String] = [:]
    var rest = match.2 ?? ""
    while !rest.isEmpty {
      guard
        let label = try /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,(?=.)|$)/
          .prefixMatch(in: rest)
      else { throw Malformed(line: String(line)) }
      try Self.demand(labels.updateValue(String(label.2), forKey: String(label.1)) == nil, line)
      rest = rest[label.range.upperBound...]
    }
    let isNew = !samples.contains { $0.name == name && $0.labels == labels }
    try Self.demand(isNew, line)
    guard let value = Double(String(match.3)) else { throw Malformed(line: String(line)) }
    samples.append(Sample(name: name, labels: labels, value: value))
  }

  /// Buckets rise, and the last one, without a bound, has all that were counted.
  private func checkHistograms() throws {
    for (metric, _) in kinds where kinds[metric] == "histogram" {
      for count in samples where count.name == "\(metric)_count" {
        let buckets = samples.filter { sample in
          sample.name == "\(metric)_bucket"
            && sample.labels.filter { $0.key != "le" } == count.labels
        }
        let bounds = buckets.map { bucket -> Double? in
          bucket.labels["le"] == "+Inf" ? .infinity : Double(bucket.labels["le"] ?? "")
        }
        try Self.demand(bounds.last == .infinity && !bounds.contains(nil), metric)
        try Self.demand(bounds.compactMap { $0 } == bounds.compactMap { $0 }.sorted(), metric)
        try Self.demand(buckets.map(\.value) == buckets.map(\.value).sorted(), metric)
        try Self.demand(buckets.last?.value == count.value, metric)
        let hasSum = samples.contains { $0.name == "\(metric)_sum" && $0.labels == count.labels }
        try Self.demand(hasSum, metric)
      }
    }
  }

  /// The value of the one sample with this name and at least these labels.
  func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
    let found = samples.filter { sample in
      sample.name == name && labels.allSatisfy { sample.labels[$0.key] == $0.value }
    }
    return found.count == 1 ? found[0].value : nil
  }
}

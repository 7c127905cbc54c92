// expect-error: 'WritableKeyPath<Weight, Double>' to expected argument type 'WritableKeyPath<Weight, Int>'
import HubContracts

/// A fraction could hold 52 bits of anything.
struct Weight: Facts {
  var kilograms = 0.0

  static let contract = Contract<Weight>(.calorie, "weight", [.count("kg", \.kilograms)])
}

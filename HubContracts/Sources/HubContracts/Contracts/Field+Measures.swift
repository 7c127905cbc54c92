/// Ranges and steps that several contracts share; a value outside is cut to the range, and down to a step.
extension Field {
  /// Minutes of a day, 0…1,440.
  public static func minutes(_ name: String, _ property: Property<Int>) -> Field {
    count(name, property, upTo: 1_440)
  }

  static func optionalMinutes(_ name: String, _ property: Property<Int?>) -> Field {
    optionalCount(name, property, upTo: 1_440)
  }

  /// Energy, 0…20,000 kcal in steps of 10.
  static func kcal(_ name: String, _ property: Property<Int>) -> Field {
    count(name, property, upTo: 20_000, step: 10)
  }

  /// A bound of what somebody means to eat, 0…20,000 kcal in steps of 50.
  static func optionalTargetKcal(_ name: String, _ property: Property<Int?>) -> Field {
    optionalCount(name, property, upTo: 20_000, step: 50)
  }

  /// 0…2,000 g.
  static func grams(_ name: String, _ property: Property<Int>) -> Field {
    count(name, property, upTo: 2_000)
  }

  /// 0…20,000 ml in steps of 50.
  static func millilitres(_ name: String, _ property: Property<Int>) -> Field {
    count(name, property, upTo: 20_000, step: 50)
  }

  /// Load times repetitions, 0…200,000 kg in steps of 10.
  static func tonnageKg(_ name: String, _ property: Property<Int>) -> Field {
    count(name, property, upTo: 200_000, step: 10)
  }
}

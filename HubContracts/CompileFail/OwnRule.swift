// expect-error: 'FactRule' initializer is inaccessible due to 'internal' protection level
import HubContracts

/// A rule comes from a field and from nowhere else.
let rule = FactRule(name: "title", kind: .choice([]), isRequired: true)

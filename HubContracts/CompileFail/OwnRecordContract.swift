// expect-error: 'RecordContract' initializer is inaccessible due to 'internal' protection level
import HubContracts

/// A contract comes from a Swift type whose properties are all of the vocabulary.
let contract = RecordContract(domain: .journal, type: "diary", rules: [], isDaySummary: false)

// expect-error: 'Choice' requires the types 'Int' and 'String' be equivalent
import HubContracts

/// The wire says words, so that a number is never taken for another case after a change.
enum Meal: Int, Choice { case breakfast, dinner }

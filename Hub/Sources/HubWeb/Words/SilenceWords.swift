import HubContracts
import HubCore
import WebInterface

/// Why a service's word is not known, for a person.
struct SilenceWords {
  let silence: ServiceSilence
  let product: Product

  var sentence: HTML {
    switch silence {
    case .unreachable: "\(name) does not answer. What it keeps is safe there; this page asks again."
    case .late: "\(name) took too long. This page asks again."
    case .resting: "\(name) did not answer several times. This Hub asks again in a while."
    case .crowded: "Much is asked of \(name) just now. This page asks again."
    case .refused: "\(name) does not answer this Hub. Whoever runs the two can see why."
    case .unreadable: "\(name) answered something that this Hub does not understand."
    case .unlinked: "\(name) does not know this link any more. Link it again from there."
    }
  }

  private var name: String { product.title }
}

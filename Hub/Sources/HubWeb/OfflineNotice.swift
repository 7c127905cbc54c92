import WebInterface

/// Shown by the script when the Hub does not answer any more; says how old the page then is.
struct OfflineNotice {
  let words: DateWords

  var html: HTML {
    div(.id("offline"), .hidden) {
      notice(.caution, "The Hub does not answer") {
        p(
          "What you see is as of \(words.time(words.now)). It goes on by itself once the Hub is back."
        )
      }
    }
  }
}

import WebInterface

/// The form for a Hub's address.
struct ConnectForm {
  let app: AppProfile
  let address: String
  let trouble: Trouble?

  var html: HTML {
    panel {
      if let trouble { notice(.bad, HTML(trouble.what)) { p(trouble.remedy) } }
      form(to: "/hub/connect") {
        field("Where your Hub is", "address") {
          $0.value = address
          $0.hint = "Such as https://hub.example.org or http://hub.localhost:8765"
          $0.attributes = [.autofocus, .autocomplete("url"), .inputmode("url")]
        }
        disclosure("My Hub has no encryption") {
          field("Speak to it without encryption", "plain", .checkbox) {
            $0.isRequired = false
            $0.hint =
              "Only in a network of your own that you trust. This machine needs no such leave."
          }
        }
        formActions {
          button("Continue")
          buttonLink("Cancel", to: "/hub")
        }
      }
    }
  }
}

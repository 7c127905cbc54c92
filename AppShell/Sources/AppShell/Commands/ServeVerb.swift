import ToolboxCommandLine

extension AppVerb {
  /// `serve`: the local pages and the automatic sync, until the process is told to end.
  static var serve: AppVerb {
    let port = Option(
      "port", .whole(0...65_535), "Listen on this port; 0 takes any free one.")
    let host = Option(
      "host-name", .text.named("NAME"),
      "The name in the link; only \(Shown.profile.name).localhost is known.")
    let noSync = Flag("no-sync", "Serve the pages and leave syncing to others.")
    return AppVerb(
      "serve", "Opens the pages on this machine and keeps the store in sync.",
      details: """
        Prints a link that opens the pages in your browser; only a browser with that link gets in. \
        Ends with Ctrl-C or SIGTERM. /health answers "ok" for supervisors.
        """,
      [port, host, noSync]
    ) { (call) throws(Trouble) in
      if let name = call.input[host], name != "\(Shown.profile.name).localhost" {
        throw Trouble(
          .usage, "serve.unknown_host_name", "\"\(name)\" is not a name of this page.",
          "It is \(Shown.profile.name).localhost; leave --host-name out.")
      }
      let server = LocalServer(
        app: call.app, machine: call.machine,
        port: UInt16(call.input[port] ?? Int(Shown.profile.port)),
        synchronizes: !call.input[noSync])
      // Before the link is said: whoever reads it may ask the program to end at once.
      let stops = await StopSignals.take()
      try await server.run(
        isReady: { link in
          call.say(
            Answer("\(Shown.profile.title) is at \(link)\nCtrl-C ends it.") { json in
              json.object { json in json.member("link", link) }
            })
        }, until: stops.wait)
      return Answer("\(Shown.profile.title) has ended.") { json in
        json.object { json in json.member("state", "ended") }
      }
    }
  }
}

import HubHTTP
import ToolboxCommandLine
import WebInterface

/// Every setting of a Hub, declared once: for the command line, the environment and the file.
extension ServeSettings {
  static let dataSetting = OptionalSetting("data", .file.named("DIR"), "Keep the data in DIR.")
  static let hostSetting = Setting(
    "host", .text.named("ADDRESS"), usual: "127.0.0.1", "Listen on this address")
  static let portSetting = Setting(
    "port", .whole(0...65_535), usual: "8765", "Listen on this port, on any free one for 0")
  static let originSetting = RepeatedSetting(
    "origin", .origin,
    "Where browsers reach the Hub; give it again for more, the first is printed.")
  static let hostNameSetting = Setting(
    "host-name", .loopbackName, usual: "localhost", "This machine's own name for the Hub")
  static let insecureSetting = FlagSetting(
    "insecure-lan",
    "Allow plain HTTP from other machines; whoever shares the network can listen.")
  static let proxySetting = RepeatedSetting(
    "trusted-proxy", .addressRange,
    "Believe this proxy's X-Forwarded-For; an address, or a range as 10.0.0.0/8.")
  static let pollSetting = Setting(
    "poll-seconds", .whole(1...60), usual: "5", "How often an app asks whether it was approved")
  static let pageSetting = RepeatedSetting(
    "app-page", .appPage, "Where an app's own page is; give it again for more.")
  static let appDataSetting = RepeatedSetting(
    "app-data", .appData,
    "The folder of an app's data, for the commands that pages show; give it again for more.")
  static let logSetting = OptionalSetting<LogForm>(
    "log", .choice, "Log every request in this form; without it refusals only, as text.")
  static let metricsSetting = OptionalSetting(
    "metrics", .whole(0...65_535).named("PORT"),
    "Show a monitor of this machine /metrics on this port, on any free one for 0.")

  /// In the order in which they are shown.
  static let all: [any DeclaredSetting] = [
    dataSetting, hostSetting, portSetting, originSetting, hostNameSetting, insecureSetting,
    proxySetting, pollSetting, pageSetting, appDataSetting, logSetting,
    metricsSetting,
  ]

  static let parameters: [any Parameter] = all.map(\.parameter)
}

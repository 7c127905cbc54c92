import HubContracts
import HubCore
import WebInterface

/// The connected devices, newest first.
struct DeviceList {
  let devices: [DeviceSession]
  /// What each may do beyond its own domains.
  let sharing: [SessionID: Set<SharingScope>]
  let words: DateWords
  let nowMilliseconds: Int64
  let commands: ConnectCommands
  let appPages: [String: SiteOrigin]

  var lead: HTML {
    devices.isEmpty ? .empty : HTML(CountWords.text(devices.count, "device", "devices"))
  }

  var html: HTML {
    if devices.isEmpty { return FirstApp(commands: commands).html }
    return HTML([
      cards { for device in devices { card(of: device) } },
      devices.count > 1
        ? row { buttonLink("Disconnect all", to: "/devices/all", .quiet) } : .empty,
    ])
  }

  private func card(of device: DeviceSession) -> HTML {
    WebInterface.card(
      bdi(device.deviceName), brand: Brand(rawValue: device.client), note: note(on: device)
    ) {
      WaitingWords(devices: [device], page: appPages[device.client]).notices
      facts(DeviceFacts(device: device, words: words).pairs + shared(with: device))
      row {
        buttonLink(
          "Sharing\(visuallyHidden(" with \(device.deviceName)"))",
          to: "/devices/\(device.id.description)/sharing", .quiet)
        buttonLink(
          "Rename\(visuallyHidden(" \(device.deviceName)"))",
          to: "/devices/\(device.id.description)/name", .quiet)
        buttonLink(
          "Disconnect\(visuallyHidden(" \(device.deviceName)"))",
          to: "/devices/\(device.id.description)", .plain)
      }
    }
  }

  private func shared(with device: DeviceSession) -> [(name: HTML, value: HTML)] {
    guard let scopes = sharing[device.id] else { return [] }
    return [("Shared with it", HTML(SharingWords.list(scopes, of: device.client)))]
  }

  private func note(on device: DeviceSession) -> HTML {
    if !device.isInUse { return badge("Not in use yet", .caution) }
    let isNew = nowMilliseconds - device.createdAtMilliseconds < 7 * Milliseconds.day
    return isNew ? badge("New") : .empty
  }
}

/// What tells one device from another.
struct DeviceFacts {
  let device: DeviceSession
  let words: DateWords

  var pairs: [(name: HTML, value: HTML)] {
    let app = Fleet.product(named: device.client)?.title ?? device.client
    return [
      ("App", HTML("\(app) on \(device.platform.title)")),
      ("Connected", words.html(milliseconds: device.createdAtMilliseconds)),
      ("Last seen", HTML(lastSeen)), ("Its store", code(device.document.description.prefix(8))),
    ]
  }

  /// Kept to the hour only, so no minute is shown.
  private var lastSeen: String {
    let minute = Minute(containingMilliseconds: device.lastSeenAtMilliseconds)
    let isWithinHour = words.now.number - minute.number < 60
    return isWithinHour ? "within the last hour" : "\(words.name(of: words.clock.day(of: minute)))"
  }
}

/// The question before a device is disconnected.
struct DisconnectForm {
  enum Problem: Equatable {
    case wait(seconds: Int)
    case busy
  }

  let device: DeviceSession
  let words: DateWords
  /// Nil where the password is fresh.
  var proof: ProofFields?
  var problem: Problem?

  var html: HTML {
    HTML([
      message, h2(bdi(device.deviceName)), facts(DeviceFacts(device: device, words: words).pairs),
      p(
        """
        It stops syncing at once. Nothing is deleted, on the device or here, and it can be \
        connected again.
        """),
      form(to: "/devices/\(device.id.description)") {
        if let proof { proof.html }
        formActions {
          button("Disconnect", .danger)
          buttonLink("Keep it", to: "/devices")
        }
      },
    ])
  }

  private var message: HTML {
    switch problem {
    case .wait(let seconds):
      notice(.caution, "Too many tries") {
        p("Wait \(WaitWords.text(seconds: seconds)), then try again. It is still connected.")
      }
    case .busy: notice(.caution, "The Hub is busy") { p("It is still connected. Try again.") }
    case nil: .empty
    }
  }
}

import PersonalSyncKit
import ToolboxSQLiteTesting

extension World {
  /// The device stops at some durable step of an edit, a pass or a sign-in, and starts again.
  func stop(_ device: WorldDevice) async throws {
    let disk = device.device.disk
    let survival: FaultyDisk.Survival =
      switch dice.roll(3) {
      case 0: .everything
      case 1: .synced
      default: .torn(seed: dice.next())
      }
    let act = Act(dice)
    disk.arm(.stop(survival), inSteps: 1 + dice.roll(act.stepsAbout))
    try await perform(act, device)
    disk.disarm()
    guard disk.isStopped else { return }
    reach(act.branch)
    switch survival {
    case .everything: reach(.processEnded)
    case .synced: reach(.powerCut)
    case .torn: reach(.tornPowerCut)
    }
    try await start(device)
    try await device.settleDoubts(afterStop: true)
  }

  /// The disk is full, or writes or syncs fail, once or for a while; then it is well again.
  func spoilDisk(of device: WorldDevice) async throws {
    let disk = device.device.disk
    let (fault, branch): (FaultyDisk.Fault, Branch) =
      switch dice.roll(3) {
      case 0: (.full, .diskFull)
      case 1: (.syncFails, .syncFailed)
      default: (.writeFails, .writeFailed)
      }
    let before = disk.faults
    disk.arm(fault, inSteps: 1 + dice.roll(20), isLasting: dice.happens(percent: 50))
    try await perform(Act(dice), device)
    disk.disarm()
    if disk.faults > before { reach(branch) }
    try await device.settleDoubts(afterStop: false)
  }

  private func perform(_ act: Act, _ device: WorldDevice) async throws {
    device.isDiskFaulty = true
    defer { device.isDiskFaulty = false }
    switch act {
    case .edit: for _ in 0..<3 { try await edit(device) }
    case .pass: try await synchronize(device)
    case .signIn: try await signInAgain(device)
    }
  }

  /// Copies the device's files, or puts an older copy back.
  func backUpOrRestore(_ device: WorldDevice) async throws {
    guard let backup = device.backup else { return try await device.backUp() }
    reach(.clientRestored)
    device.backup = nil
    try await device.restore(backup)
    try await noteIfBehind(device)
    tap.waitAgain(try await device.waitingRecords(), of: device.person)
  }
}

/// Something that makes durable steps.
private enum Act {
  case edit, pass, signIn

  init(_ dice: Dice) {
    self =
      switch dice.roll(10) {
      case 0..<3: .edit
      case 3..<8: .pass
      default: .signIn
      }
  }

  /// How many durable steps it makes, more or less.
  var stepsAbout: Int {
    switch self {
    case .edit: 14
    case .pass: 40
    case .signIn: 6
    }
  }

  var branch: World.Branch {
    switch self {
    case .edit: .stoppedInEdit
    case .pass: .stoppedInPass
    case .signIn: .stoppedInSignIn
    }
  }
}

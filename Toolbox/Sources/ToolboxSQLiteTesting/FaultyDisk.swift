import CSQLite
import Glibc
import ToolboxLocks

/// A disk that fills up, fails, and forgets in a power cut what was not synced; for tests.
///
/// A SQLite VFS over the system's own. Give ``vfs`` to `Database` or `DatabasePool`, and keep the disk
/// as long as any of their connections. Every durable step is counted, and a fault can be armed for
/// the n-th. Files are in the real file system, where other processes see them; a sync is noted and
/// not passed on, since no power fails in earnest.
public final class FaultyDisk: @unchecked Sendable {
  // Safe because everything that changes is touched only inside `lock`.
  /// What a device does to make something last.
  public enum Step: Sendable {
    case write, truncate, sync, delete
    /// A step outside SQLite, see ``FaultyDisk/takeStep()``.
    case other
  }

  /// What is still there after a device stopped.
  public enum Survival: Sendable, Equatable {
    /// All that was written: the process ended and the machine went on.
    case everything
    /// What was synced, and nothing else.
    case synced
    /// What was synced, and of the rest some sectors of 512 bytes, by chance.
    case torn(seed: UInt64)
  }

  public enum Fault: Sendable, Equatable {
    /// There is room for half of a write, and for no step outside SQLite.
    case full
    case writeFails
    /// What was written since the last sync never reaches the disk, whatever later syncs say.
    case syncFails
    /// The device stops: nothing more is read, written or locked before ``FaultyDisk/restart()``.
    case stop(Survival)
    /// The process ends at once, as by `kill -9`.
    case kill(Survival)

    /// Whether this can happen at `step`.
    func befalls(_ step: Step) -> Bool {
      switch self {
      case .full, .writeFails: step == .write || step == .other
      case .syncFails: step == .sync
      case .stop, .kill: true
      }
    }
  }

  /// Why ``takeStep()`` did not take place.
  public enum Failure: Error, Equatable, Sendable { case full, failed, stopped }

  private struct Armed {
    var fault: Fault
    var step: Int
    var isLasting: Bool
  }

  /// The name under which SQLite knows this disk.
  public let vfs: String
  // A number that nobody reads: an empty value has the address of what lies behind it, so that
  // ThreadSanitizer takes two uses of the lock for a race.
  let lock = Locked(0)
  var files: [String: DiskFile] = [:]
  /// Rises with each restart; files that were opened in an earlier life are dead.
  private(set) var life = 0
  private var stepsTaken = 0
  private var armed: Armed?
  private var faultsHad = 0
  private var stopped: Survival?
  private let registration: Registration

  public init() {
    registration = Registration()
    vfs = registration.name
    registration.register(self)
  }

  deinit { registration.end() }

  /// Durable steps so far, one that failed included.
  public var steps: Int { lock.withLock { _ in stepsTaken } }

  /// How often a fault happened.
  public var faults: Int { lock.withLock { _ in faultsHad } }

  public var isStopped: Bool { lock.withLock { _ in stopped != nil } }

  /// Lets `fault` happen at the `count`-th durable step from now, or at the first one behind it that
  /// it can befall.
  ///
  /// The next step is 1. A lasting fault happens again until ``disarm()``. A fault takes the place of
  /// its step, so what stops at step n has done n-1 steps.
  public func arm(_ fault: Fault, inSteps count: Int = 1, isLasting: Bool = false) {
    lock.withLock { _ in
      armed = Armed(fault: fault, step: stepsTaken + count, isLasting: isLasting)
    }
  }

  public func disarm() { lock.withLock { _ in armed = nil } }

  /// Counts a durable step that is not SQLite's, such as replacing a file of secrets.
  public func takeStep() throws(Failure) {
    switch lock.withLock({ _ in refusal(of: .other) }) {
    case nil: return
    case SQLITE_FULL: throw .full
    case _ where isStopped: throw .stopped
    default: throw .failed
    }
  }

  /// Starts the device again after a ``Fault/stop(_:)``, with what survived.
  ///
  /// Connections from before stay dead. Does nothing to a device that has not stopped.
  public func restart() {
    lock.withLock { _ in
      guard let survival = stopped else { return }
      leave(survival)
      (stopped, armed) = (nil, nil)
      life += 1
    }
  }

  /// The files as they are at one moment, as a backup keeps them.
  public struct Copy: Sendable { fileprivate let files: [String: [UInt8]] }

  /// Copies every file; to be called while no transaction is under way.
  public func copy() -> Copy {
    lock.withLock { _ in
      Copy(
        files: files.reduce(into: [:]) { copied, entry in
          copied[entry.key] = entry.value.bytes(after: .everything, path: entry.key)
        })
    }
  }

  /// Stops the device and starts it with the files of `copy`; what was written since is lost.
  public func restart(from copy: Copy) {
    lock.withLock { _ in
      for path in files.keys {
        unlink(path)
        unlink(path + "-shm")
      }
      files = copy.files.mapValues(DiskFile.init(synced:))
      for (path, bytes) in copy.files { DiskFile.write(bytes, to: path) }
      (stopped, armed) = (nil, nil)
      life += 1
    }
  }

  // MARK: - Inside the lock

  /// Counts a step; nil where it may happen, else the code with which SQLite is refused.
  func refusal(of step: Step, inLife: Int? = nil) -> Int32? {
    guard stopped == nil, inLife == nil || inLife == life else { return SQLITE_IOERR }
    stepsTaken += 1
    guard let armed, stepsTaken >= armed.step, armed.fault.befalls(step) else { return nil }
    if !armed.isLasting { self.armed = nil }
    faultsHad += 1
    switch armed.fault {
    case .full: return SQLITE_FULL
    case .writeFails: return SQLITE_IOERR | 3 << 8
    case .syncFails: return SQLITE_IOERR | 4 << 8
    case .stop(let survival):
      stopped = survival
      return SQLITE_IOERR
    case .kill(let survival):
      if survival != .everything { leave(survival) }
      kill(getpid(), SIGKILL)
      return SQLITE_IOERR
    }
  }

  func isAlive(_ life: Int) -> Bool { stopped == nil && life == self.life }

  /// Puts new files with what survived in place of the old, which dead connections keep open.
  private func leave(_ survival: Survival) {
    for (path, file) in files {
      let bytes = file.bytes(after: survival, path: path)
      unlink(path)
      unlink(path + "-shm")
      DiskFile.write(bytes, to: path)
      files[path] = DiskFile(synced: bytes)
    }
  }
}

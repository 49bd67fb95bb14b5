import FlashClient
import FlashModel
import FlashSQL
import FlashStore

// What happens in a step.

extension World {
  /// Carries out a step: an action of some device, or something that happens to one.
  /// - Parameter isMeanwhile: a device waits for an answer, and another process does it.
  func act(_ action: Action, isMeanwhile: Bool = false) throws {
    guard let device = dice.pick(devices) else { return }
    pass(step)
    trace.note("\(now) \(device.name) \(action.rawValue)")
    switch action {
    case .sync: try sync(device)
    case .syncTwo:
      if let other = dice.pick(devices) { try syncTwo(device, other) }
    case .passTime: pass(dice.within(60_000...86_400_000 * 3))
    case .passMonths: pass(dice.within(86_400_000 * 20...86_400_000 * 120))
    case .loseNetwork: device.offlineUntil = now + dice.within(60_000...86_400_000 * 10)
    case .jumpClock:
      device.skew += dice.within(-86_400_000 * 1_500...86_400_000 * 1_500)
    case .mendClock: device.skew = 0
    case .runJobs: try runJobs()
    case .beginAnew: try beginAnew(device)
    case .cloneStore, .keepStore, .restoreStore, .keepServer, .restoreServer:
      // Files are put back while nobody is at them.
      if !isMeanwhile { try putBack(action, device) }
    default: try change(device, action)
    }
  }

  private var step: Int64 {
    switch dice.below(10) {
    case 0: 1
    case 1...6: dice.within(1_000...120_000)
    default: dice.within(60_000...20_000_000)
    }
  }

  /// An action on the collection, in which its disk may fail.
  private func change(_ device: Device, _ action: Action) throws {
    guard !device.disk.isDead else { return }
    texts += 1
    if device.isSyncing { device.image = try device.readImage() }
    try settle(device, answer: try perform(action, on: device))
  }

  /// The process that acts; it has let go of the collection when this returns.
  /// - Returns: the answer that it recorded.
  private func perform(_ action: Action, on device: Device) throws -> ReviewID? {
    let store = try device.isSyncing ? device.open(now) : device.store(now)
    armDisk(of: device)
    do {
      return try LocalAction(store: store, now: device.clock(now), text: "\(texts)")
        .run(action, &dice)
    } catch {
      trace.note("  \(error)")
      try judge(error, of: device)
      return nil
    }
  }

  /// Lets the disk of a device fail at one of its next writes.
  func armDisk(of device: Device) {
    if happens(.powerLoss) {
      device.disk.fail(afterWrites: 1 + dice.below(30), torn: dice.below(4_200))
    } else if happens(.diskFull) {
      device.disk.fill(afterWrites: 1 + dice.below(15), tries: 1 + dice.below(12))
    }
    if !device.isSyncing || !device.isArmed { device.refusals = device.disk.refusals }
    device.isArmed = device.isSyncing
  }

  /// Breaks the run at an error that neither a refused request nor a failing disk explains.
  func judge(_ error: any Error, of device: Device) throws {
    if error is Violation { throw error }
    if device.disk.isDead || device.disk.refusals > device.refusals { return }
    guard let error = error as? StoreError else { throw Violation("error", "\(error)") }
    switch error {
    case .notFound, .invalid, .exists, .nothingToUndo, .nothingToRedo: return
    default: throw Violation("error", "\(device.name): \(error)")
    }
  }

  /// After an action: what became of it is what the file says.
  private func settle(_ device: Device, answer: ReviewID?) throws {
    if device.disk.isDead {
      trace.note("  \(device.name) loses power")
      // Whoever waits for an answer has to give up first.
      if device.isSyncing {
        device.isCutShort = true
        device.owed = answer
        return
      }
      device.recover(&dice)
      _ = try device.store(now)
    }
    device.disk.calm()
    try noteChanges(of: device)
    try checkAnswer(answer, of: device)
  }

  /// An answer that was recorded is there, whatever happened next.
  func checkAnswer(_ answer: ReviewID?, of device: Device) throws {
    if let answer, device.image["reviews/\(answer)"] == nil {
      throw Violation("P1", "\(device.name) has lost the answer \(answer)")
    }
  }

  /// Puts what an action wrote down in the ledger.
  func noteChanges(of device: Device) throws {
    let image = try device.readImage()
    ledger.note(device.image, image, of: device.name, at: now)
    device.image = image
  }

  private func runJobs() throws {
    server.surroundings.now = now
    for line in try server.site.runJobs() { trace.note("  \(line)") }
  }

  private func beginAnew(_ device: Device) throws {
    guard !device.isSyncing else { return }
    let store = try device.store(now)
    if let remote = try store.remote(named: Device.remote) { try store.resetRemote(remote) }
  }

  /// Copies files, and puts copies back.
  private func putBack(_ action: Action, _ device: Device) throws {
    guard !devices.contains(where: \.isSyncing) else { return }
    switch action {
    case .keepStore: try device.keepBackup()
    case .restoreStore:
      guard device.hasBackup else { return }
      try device.restoreBackup()
      try restored(device)
    case .cloneStore:
      guard let other = dice.pick(devices), other !== device else { return }
      try device.takeCopy(of: other)
      try restored(device)
      // The secret of the copied sign-in is its owner's; whoever copies a home signs in again.
      try signIn(device)
    case .keepServer: try server.keep()
    default:
      guard server.keptAt != nil else { return }
      try server.restore(for: owner, raisesEpoch: dice.happens(500))
      ledger.lose(allBut: try images())
    }
  }

  private func restored(_ device: Device) throws {
    _ = try device.store(now)
    device.image = try device.readImage()
    ledger.lose(allBut: try images())
  }

  /// What all collections and the server hold.
  func images() throws -> [TableImage] {
    try devices.map { try $0.readImage() } + [server.site.image(of: owner)]
  }
}

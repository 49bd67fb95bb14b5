import FlashAPI
import FlashClient
import FlashModel
import FlashStore

extension World {
  /// A device exchanges with the server, as `flash sync` does.
  /// - Returns: what was done; nil if it failed, which in peace it must not.
  @discardableResult
  func sync(_ device: Device) throws -> (report: ExchangeReport, pushes: Int, pulls: Int)? {
    guard !device.isSyncing, !device.disk.isDead else { return nil }
    device.isSyncing = true
    device.isArmed = false
    defer { device.isSyncing = false }
    requests = 0
    var outcome = Result { try exchange(device) }
    if isAtPeace, case .failure(let error as ClientError) = outcome, error.kind == .notSignedIn {
      try explain(error, device)
      outcome = Result { try exchange(device) }
    }
    device.isSyncing = false
    if let broken { throw broken }
    let hasLostPower = device.disk.isDead
    if hasLostPower {
      trace.note("  \(device.name) loses power")
      device.recover(&dice)
      _ = try device.store(now)
      if device.isCutShort {
        device.isCutShort = false
        try noteChanges(of: device)
        try checkAnswer(device.owed, of: device)
      }
    }
    device.disk.calm()
    let image = try device.readImage()
    ledger.noteTags(device.image, image, of: device.name, at: now)
    device.image = image
    switch outcome {
    case .success(let outcome):
      let (report, _, _) = outcome
      trace.note(
        "  \(device.name) sent \(report.sent.sent), stale \(report.sent.stale), received "
          + "\(report.received.received), conflicts \(report.conflicts)")
      return outcome
    case .failure(let error):
      trace.note("  \(device.name) \(error)")
      if error is Violation { throw error }
      if isAtPeace { throw Violation("peace", "\(device.name) can't exchange: \(error)") }
      if !hasLostPower { try explain(error, device) }
      return nil
    }
  }

  private func exchange(
    _ device: Device
  ) throws -> (report: ExchangeReport, pushes: Int, pulls: Int) {
    let store = try device.store(now)
    if device.keeper.secret == nil { try signInAgain(device) }
    guard let remote = try store.remote(named: Device.remote), let signedIn = device.signedIn
    else { throw Violation("error", "no remote") }
    armDisk(of: device)
    // A process of its own begins without an access token.
    if dice.happens(500) { signedIn.client.accessToken = nil }
    var exchange = Exchange(by: Device.rules)
    exchange.batchRows = isAtPeace ? 5_000 : swarm.batchRows
    exchange.allowsRemovals = isAtPeace || dice.happens(300)
    var service = DeviceService(signedIn)
    func run() throws -> ExchangeReport {
      try exchange.run(store, with: remote, through: &service, clock: { device.clock(now) })
    }
    do {
      var report = try run()
      if report.asks != nil, dice.happens(700) {
        exchange.allowsRemovals = true
        report = try run()
      }
      return (report, service.pushes, service.pulls)
    } catch let error as ClientError {
      if !device.disk.isDead, broken == nil {
        do {
          try store.noteFailure(of: remote, error.message, at: device.clock(now))
        } catch {
          try judge(error, of: device)
        }
      }
      throw error
    }
  }

  /// Breaks the run at a failure that no fault of this run explains.
  private func explain(_ error: any Error, _ device: Device) throws {
    guard let error = error as? ClientError else { return try judge(error, of: device) }
    guard case .refused(let problem) = error, problem.status == 401 else { return }
    try signInAgain(device)
  }

  /// A device that was signed out signs in again. None ever is without a reason.
  private func signInAgain(_ device: Device) throws {
    let keeper = device.keeper
    let day: Int64 = 86_400_000
    let isOld = now - keeper.renewedAt > 80 * day || now - keeper.signedInAt > 360 * day
    guard isOld || keeper.restores < server.restores || !keeper.isRefused else {
      throw Violation("P15", "\(device.name) was signed out")
    }
    try signIn(device)
  }

  /// Two devices exchange at the same time: one in each request of the other.
  func syncTwo(_ device: Device, _ other: Device) throws {
    guard device !== other else { return }
    pending = other
    defer { pending = nil }
    try sync(device)
  }
}

import FlashAPI
import FlashClient
import FlashModel
import FlashServer
import FlashStore
import Foundation

/// Everything there is in a run: devices, a server, the network between, and one clock. One thread; what
/// happens at once happens in turns, at each request.
final class World {
  let seed: UInt64
  let swarm: Swarm
  let server: SimulatedServer
  private(set) var devices: [Device] = []
  var ledger = Ledger()
  var trace: Trace
  /// The right time, in milliseconds.
  private(set) var now: Int64 = 1_776_800_000_000
  /// Of the step that is under way.
  var dice: Dice
  /// Requests of the exchange that is under way.
  var requests = 0
  var late: [LateRequest] = []
  /// Nothing fails any more.
  var isAtPeace = false
  /// What broke the run in the middle of a call.
  var broken: (any Error)?
  /// Exchanges that are under way, each within a request of the one before.
  var depth = 0
  /// A device that exchanges while another one waits for its next answer.
  var pending: Device?
  let folder: String
  private var account: UserID?
  /// Numbers texts, so that no two are equal.
  var texts = 0

  static let address = "ada@example.org"

  private let files: EmptyFiles

  init(_ plan: SimulationPlan, in folder: String, empty files: EmptyFiles, trace: Trace) throws {
    self.files = files
    seed = plan.seed
    self.folder = folder
    self.trace = trace
    swarm = Swarm(
      plan.seed, off: plan.off, devices: plan.devices, isEmbedded: plan.database == .embedded)
    dice = Dice(plan.seed, 0)
    Disk.clear()
    server = try SimulatedServer(
      folder: folder, seed: plan.seed, database: plan.database,
      seesRateLimit: swarm.seesRateLimit, empty: files)
    server.surroundings.now = now
    for index in 0..<swarm.devices {
      let device = try makeDevice(index)
      account = try signIn(device) ?? account
      if let account { try server.prepare(account) }
    }
  }

  /// The account that all devices belong to.
  var owner: UserID { account ?? .nothing }

  func pass(_ milliseconds: Int64) {
    now += max(1, milliseconds)
    server.surroundings.now = now
  }

  func happens(_ fault: Fault) -> Bool { !isAtPeace && swarm.happens(fault, &dice) }

  @discardableResult
  func makeDevice(_ index: Int) throws -> Device {
    let device = try Device(
      String(UnicodeScalar(UInt8(97 + index))), in: folder,
      seed: seed &* 31 &+ UInt64(index), empty: files.collection)
    device.keeper.dice = Dice(seed, UInt64(900 + index))
    device.keeper.clock = { [unowned self] in now }
    if !swarm.hasTrueClocks {
      device.skew =
        dice.pick([0, 0, 1, -1, 250_000, -250_000, 7_200_000, -86_400_000 * 400, 86_400_000 * 900])
        ?? 0
    }
    devices.append(device)
    return device
  }

  /// Signs a device in by a link, as a person does who has the mail.
  /// - Returns: the account.
  @discardableResult
  func signIn(_ device: Device) throws -> UserID? {
    let wasAtPeace = isAtPeace
    isAtPeace = true
    defer { isAtPeace = wasAtPeace }
    let offline = device.offlineUntil
    device.offlineUntil = 0
    defer { device.offlineUntil = offline }
    let client = Client(
      try ServerAddress("https://flash.example"), over: Network(self, device), patience: 120_000
    ) { [unowned self] (wait) throws(ClientError) in pass(wait) }
    let answer = try SignInByLink(client, server).run(for: World.address)
    device.keeper.signIn(answer.tokens.refreshToken, restores: server.restores)
    client.accessToken = answer.tokens.accessToken
    device.signedIn = SignedInClient(client, device.keeper)
    let store = try device.store(now)
    if let remote = try store.remote(named: Device.remote) {
      try store.signIn(remote, username: World.address, account: answer.user.id)
    }
    trace.note("  \(device.name) signs in")
    return UserID(answer.user.id)
  }

  /// What a device may do while another one waits for the server.
  func interleave(with device: Device) throws {
    let next = pending
    pending = nil
    let isBusy = depth < 3 && happens(.interleave)
    guard isBusy || next != nil else { return }
    trace.note("  meanwhile")
    let (before, requestsBefore) = (depth, requests)
    depth += 1
    defer {
      depth = before
      requests = requestsBefore
    }
    if let next { try sync(next) }
    guard isBusy else { return }
    for _ in 0...dice.below(3) { try act(swarm.action(&dice), isMeanwhile: true) }
  }

  /// Ends everything that is open.
  func stop() {
    for device in devices { device.close() }
    server.stop()
  }
}

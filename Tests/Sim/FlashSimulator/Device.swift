import FlashAPI
import FlashClient
import FlashModel
import FlashScheduler
import FlashStore
import Foundation

/// A learner's device: a collection on a disk, a clock, and a sign-in.
final class Device {
  let name: String
  let folder: String
  let disk: Disk
  private let backup: String
  private let seed: UInt64
  private var openings: UInt64 = 0
  private var opened: Store?
  private var reader: StoreReader?
  /// By how much its clock is ahead, in milliseconds.
  var skew: Int64 = 0
  /// It has no network before this moment.
  var offlineUntil: Int64 = 0
  /// An exchange is under way, in a process of its own.
  var isSyncing = false
  /// Writes that its disk had refused before what is under way.
  var refusals = 0
  /// An exchange is under way since they were counted.
  var isArmed = false
  /// The power failed while another process was writing; what it wrote is still to be looked at.
  var isCutShort = false
  /// The answer that this process had recorded.
  var owed: ReviewID?
  /// Whether a copy of the collection is kept.
  private(set) var hasBackup = false
  let keeper = Keeper()
  /// Its calls; nil before it has signed in.
  var signedIn: SignedInClient?
  /// The collection as its last action left it.
  var image: TableImage = [:]

  static let rules = StudyRules(calendar: StudyCalendar(zone: .utc))
  static let remote = "origin"

  /// - Parameter empty: its file, before anything is in it.
  init(_ name: String, in folder: String, seed: UInt64, empty: Data) throws {
    self.name = name
    self.folder = folder + "/" + name
    backup = self.folder + "-backup"
    self.seed = seed
    try FileManager.default.createDirectory(
      atPath: self.folder, withIntermediateDirectories: true)
    try empty.write(to: URL(fileURLWithPath: self.folder + "/collection.db"))
    disk = Disk(folder: self.folder)
  }

  var path: String { folder + "/collection.db" }

  /// Its clock, at a moment of the world.
  func clock(_ now: Int64) -> Timestamp { Timestamp(milliseconds: max(1, now + skew)) }

  /// The collection, opened by whoever uses it first.
  func store(_ now: Int64) throws -> Store {
    if let opened { return opened }
    let store = try open(now)
    opened = store
    return store
  }

  /// Another process's view of the collection.
  func open(_ now: Int64) throws -> Store {
    openings += 1
    let store = try Store(
      path: path, for: .writing, at: clock(now), random: Dice(seed, openings &* 1_000_003))
    if try store.remote(named: Device.remote) == nil {
      try store.setRemote(Device.remote, url: "https://flash.example")
    }
    return store
  }

  /// The processes that had it open end.
  func close() {
    opened = nil
    reader = nil
  }

  /// Starts again after the power failed.
  func recover(_ dice: inout Dice) {
    close()
    disk.revive(&dice)
  }

  /// What the file holds.
  func readImage() throws -> TableImage {
    let current = try reader ?? StoreReader(path)
    reader = current
    return try current.image()
  }

  func keepBackup() throws {
    close()
    try? FileManager.default.removeItem(atPath: backup)
    try FileManager.default.copyItem(atPath: folder, toPath: backup)
    hasBackup = true
  }

  func restoreBackup() throws {
    close()
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.copyItem(atPath: backup, toPath: folder)
  }

  /// Takes over a copy of another device's files.
  func takeCopy(of other: Device) throws {
    close()
    other.close()
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.copyItem(atPath: other.folder, toPath: folder)
  }
}

/// The secret of a sign-in, kept as a file would keep it.
final class Keeper: TokenKeeper {
  private(set) var secret: String?
  /// By the secret that they renew: the key, and when it was asked with first. The pair that comes is as old
  /// as that, whichever of the answers arrives.
  private var keys: [String: (key: String, since: Int64)] = [:]
  private var renewals: UInt64 = 0
  /// When the secret was last renewed.
  var renewedAt: Int64 = 0
  /// When the device signed in, by a password or link.
  var signedInAt: Int64 = 0
  /// How often the server had been put back then.
  var restores = 0
  /// The server refused the secret.
  private(set) var isRefused = false
  var dice = Dice(0)
  var clock: () -> Int64 = { 0 }

  func signIn(_ secret: String, restores: Int) {
    self.secret = secret
    self.restores = restores
    isRefused = false
    signedInAt = clock()
    renewedAt = clock()
  }

  func locked<Result>(_ body: () throws -> Result) throws -> Result { try body() }

  func token() throws -> String? { secret }

  func renewalKey(for token: String) throws -> String {
    if let known = keys[token] { return known.key }
    let key = Identifier<Keeper>(high: dice.next(), low: dice.next()).description
    keys[token] = (key, clock())
    return key
  }

  func keep(_ token: String) throws {
    renewedAt = secret.flatMap { keys[$0]?.since } ?? clock()
    secret = token
  }

  func forget(_ token: String) throws {
    secret = nil
    isRefused = true
  }
}

/// A device's server as `Exchange` sees it.
struct DeviceService: SyncService {
  let signedIn: SignedInClient
  private(set) var pushes = 0
  private(set) var pulls = 0

  init(_ signedIn: SignedInClient) { self.signedIn = signedIn }

  mutating func push(_ body: [UInt8]) throws -> PushResponse {
    pushes += 1
    return try signedIn.push(body)
  }

  mutating func pull(_ request: PullRequest) throws -> PullPage {
    pulls += 1
    return try signedIn.pull(request)
  }
}

import FlashModel
import FlashPostgreSQL
import FlashSQL
import FlashServer
import Foundation

/// Where a server of the simulation keeps its rows.
public enum SimulatedDatabase: Sendable, Hashable {
  case embedded
  /// A new database is made for each run.
  case postgreSQL(address: String)
}

/// A server with its disk: it can lose power, be full, and be put back to an older state.
final class SimulatedServer {
  let surroundings: Surroundings
  private let folder: String
  private let backup: String
  private let limits: ServiceLimits
  private let postgreSQL: String?
  private let files: EmptyFiles
  private let disk: Disk?
  private var running: (any Site)?
  /// When the copy was made that a restore puts back; nil before there is one.
  private(set) var keptAt: Int64?
  /// How often it was put back.
  private(set) var restores = 0

  init(
    folder: String, seed: UInt64, database: SimulatedDatabase, seesRateLimit: Bool,
    empty files: EmptyFiles
  ) throws {
    self.files = files
    self.folder = folder + "/server"
    backup = folder + "/server-backup"
    surroundings = Surroundings(seed: seed)
    var limits = ServiceLimits()
    if !seesRateLimit { limits.account = .init(1_000_000, each: 60) }
    limits.signIn = .init(1_000_000, each: 60)
    self.limits = limits
    try FileManager.default.createDirectory(
      atPath: self.folder, withIntermediateDirectories: true)
    switch database {
    case .embedded:
      postgreSQL = nil
      try files.directory.write(to: URL(fileURLWithPath: self.folder + "/directory.db"))
      disk = Disk(folder: self.folder)
    case .postgreSQL(let address):
      let name = "sim_\(ProcessInfo.processInfo.processIdentifier)_\(seed)"
      let connection = try PostgreSQLConnection(address)
      try connection.execute("drop database if exists \(name) with (force)")
      try connection.execute("create database \(name)")
      postgreSQL = address.replacing("dbname=postgres", with: "dbname=\(name)")
      disk = nil
    }
    running = try start()
  }

  private func start() throws -> any Site {
    if let postgreSQL {
      return try StorageSite(
        PostgreSQLStorage(address: postgreSQL), in: surroundings, limits: limits)
    }
    let storage = EmptyFiles.storage(in: folder)
    return try StorageSite(storage, in: surroundings, limits: limits)
  }

  /// The server as it runs now.
  var site: any Site {
    get throws {
      if let running { return running }
      let site = try start()
      running = site
      return site
    }
  }

  /// Gives an account its tables, before its first request.
  func prepare(_ user: UserID) throws {
    guard postgreSQL == nil else { return }
    let path = EmptyFiles.account(user, in: folder)
    guard !FileManager.default.fileExists(atPath: path) else { return }
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try files.account.write(to: url)
  }

  /// Stops it for good.
  func stop() { running = nil }

  /// Answers a request, perhaps while its disk fails.
  /// - Returns: nil if the power failed: nobody knows what was done.
  func answer(
    _ head: HTTPHead, _ body: [UInt8], _ swarm: Swarm, _ dice: inout Dice, isCalm: Bool
  ) throws -> HTTPResponse? {
    if !isCalm, let disk {
      if swarm.happens(.serverPowerLoss, &dice) {
        disk.fail(afterWrites: 1 + dice.below(40), torn: dice.below(4_096))
      } else if swarm.happens(.serverDiskFull, &dice) {
        disk.fill(afterWrites: 1 + dice.below(20), tries: 1 + dice.below(20))
      }
    }
    let response = try site.answer(head, body)
    guard let disk else { return response }
    if disk.isDead {
      running = nil
      disk.revive(&dice)
      return nil
    }
    disk.calm()
    return response
  }

  /// Copies its folder, as an operator does while it is stopped.
  func keep() throws {
    running = nil
    try? FileManager.default.removeItem(atPath: backup)
    try FileManager.default.copyItem(atPath: folder, toPath: backup)
    keptAt = surroundings.now
  }

  /// Puts the copy back.
  func restore(for user: UserID, raisesEpoch: Bool) throws {
    guard keptAt != nil else { return }
    running = nil
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.copyItem(atPath: backup, toPath: folder)
    restores += 1
    if raisesEpoch { try site.raiseEpoch(of: user) }
  }
}

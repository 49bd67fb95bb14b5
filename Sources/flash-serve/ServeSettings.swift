import FlashCommand
import FlashServer

/// What the settings and options say about how to serve.
struct ServeSettings: Sendable {
  enum Database: Sendable, Hashable {
    /// A folder with a file for each account.
    case folder(String)
    /// A URL of PostgreSQL.
    case postgreSQL(String)
  }

  var listen: ListenAddress
  var database: Database
  var allowsClear: Bool
  var publicURL: String?
  var trusted: [AddressRange]
  var service: ServiceLimits
  var connections: HTTPLimits
  /// Team id, a dot, bundle id: the app that opens the links of mails.
  var appIDs: [String]
  var showsMetricsToAll: Bool
  var runsJobs: Bool
  var signIn: ServeSignIn
  var store: StoreSettings
  var zones: ZoneFinder
  /// A file whose number is the time, for tests.
  var testClock: String?

  /// - Parameters:
  ///   - listen: what `--listen` says.
  ///   - database: what `--database` says.
  init(listen: String?, database: String?, in context: CommandContext) throws {
    let settings = try context.settings
    func limit(_ name: String, _ usual: Int) throws -> Int {
      try settings.int("serve.limit.\(name)") ?? usual
    }
    self.listen = try Self.address(listen, settings)
    self.database = try Self.database(database, context)
    allowsClear = try settings.bool("serve.in-clear") ?? false
    publicURL = try settings.string("serve.public-url")
    trusted = try Self.trusted(settings)
    var service = ServiceLimits()
    service.account.count = try limit("account", service.account.count)
    service.admin.count = try limit("admin", service.admin.count)
    service.sync.count = try limit("sync", service.sync.count)
    service.signIn.count = try limit("sign-in", service.signIn.count)
    service.webhook.count = try limit("webhook", service.webhook.count)
    service.export.count = try limit("export", service.export.count)
    service.handler = try limit("handler", service.handler)
    service.freeDisk = try limit("free-disk", service.freeDisk)
    service.accountSize = Int64(try limit("account-size", Int(service.accountSize >> 20))) << 20
    service.snapshotsAtOnce = try limit("snapshots", service.snapshotsAtOnce)
    service.snapshotTime = try limit("snapshot-time", service.snapshotTime)
    service.snapshotFrom = try limit("snapshot-from", service.snapshotFrom)
    service.snapshotBytes =
      Int64(try limit("snapshot-size", Int(service.snapshotBytes >> 20))) << 20
    service.snapshotUnpacked =
      Int64(try limit("snapshot-unpacked", Int(service.snapshotUnpacked >> 20))) << 20
    self.service = service
    var connections = HTTPLimits()
    connections.connections = try limit("connections", connections.connections)
    connections.connectionsPerAddress = try limit(
      "connections-per-address", connections.connectionsPerAddress)
    connections.idle = try limit("idle", connections.idle)
    connections.headTime = Int64(try limit("head-time", Int(connections.headTime / 1_000))) * 1_000
    connections.bodyGrace =
      Int64(try limit("body-grace", Int(connections.bodyGrace / 1_000))) * 1_000
    connections.bodyRate = Int64(try limit("body-rate", Int(connections.bodyRate)))
    self.connections = connections
    let team = try settings.string("serve.team-id")
    let bundle = try settings.string("serve.bundle-id")
    appIDs = if let team, let bundle { ["\(team).\(bundle)"] } else { [] }
    showsMetricsToAll = try settings.string("serve.metrics") == "open"
    runsJobs = try settings.bool("serve.jobs") ?? true
    let clock = context.clock
    signIn = try ServeSignIn(
      settings, listen: self.listen, log: ServeLog.lines(clock: { clock.now }))
    store = try ServeStore.settings(settings)
    zones = context.zoneFinder
    testClock = try settings.path("serve.test-clock")
  }

  private static func address(_ given: String?, _ settings: Configuration) throws -> ListenAddress {
    let text = try given ?? settings.string("serve.listen") ?? "127.0.0.1:8080"
    guard let address = ListenAddress(text) else {
      throw ConfigurationError.refusedValue(
        key: given == nil ? "serve.listen" : "--listen", value: text,
        expected: "an address with a port, such as 127.0.0.1:8080")
    }
    return address
  }

  /// The database: the option, else the setting, else a folder beside the collection.
  static func database(_ given: String?, _ context: CommandContext) throws -> Database {
    let set = try context.settings.string("serve.database")
    if let url = given ?? set, url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") {
      return .postgreSQL(url)
    }
    if let given {
      return .folder(given.hasPrefix("/") ? given : context.workingDirectory + "/" + given)
    }
    if let path = try context.settings.path("serve.database") {
      return .folder(path.hasPrefix("/") ? path : context.workingDirectory + "/" + path)
    }
    return .folder(try context.paths.data + "/server")
  }

  private static func trusted(_ settings: Configuration) throws -> [AddressRange] {
    var ranges: [AddressRange] = []
    let text = try settings.string("serve.trusted-proxies") ?? ""
    for part in text.split(whereSeparator: { $0 == "," || $0 == " " }) {
      guard let range = AddressRange(part) else {
        throw ConfigurationError.refusedValue(
          key: "serve.trusted-proxies", value: String(part),
          expected: "addresses or ranges, such as 10.0.0.0/8")
      }
      ranges.append(range)
    }
    return ranges
  }

  /// Checks what only fits some listeners.
  /// - Throws: ``ServeError/listenerInClear(address:)``, ``ServeError/testClockExposed(address:)``.
  func check(_ address: ListenAddress?) throws(ServeError) {
    // A socket of another kind than the internet's is as safe as its file.
    guard let address, !address.host.isLoopback else { return }
    guard testClock == nil else { throw .testClockExposed(address: address.description) }
    guard allowsClear else { throw .listenerInClear(address: address.description) }
  }
}

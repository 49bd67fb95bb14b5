import FlashCommand
import FlashModel
import FlashServer
import Synchronization

/// A server as the settings want it, with what runs beside it.
struct ServiceParts<Storage: ServerStorage>: Sendable {
  let server: Server<Storage>
  let settings: ServeSettings
  /// Work that is done from time to time.
  let jobs: [ServerJob<Storage>]

  init(
    _ storage: Storage, _ settings: ServeSettings, clock: @escaping @Sendable () -> Timestamp,
    isDraining: @escaping @Sendable () -> Bool, log: @escaping @Sendable (LogLine) -> Void
  ) {
    self.settings = settings
    let operating = OperatingRoutes<Storage>(
      version: Release.version, appIDs: settings.appIDs,
      showsMetricsToAll: settings.showsMetricsToAll, isDraining: isDraining)
    let start = ContinuousClock.now
    server = Server(
      storage: storage, clock: clock, random: ServiceParts.random, routes: operating.all,
      limits: settings.service, trusted: settings.trusted,
      timer: {
        let passed = (ContinuousClock.now - start).components
        return passed.seconds * 1_000_000 + passed.attoseconds / 1_000_000_000_000
      }, log: log)
    jobs = []
  }

  @Sendable private static func random(_ count: Int) -> [UInt8] {
    // The system's generator, which is fit for secrets.
    var system = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &system) }
  }
}

/// A job by its name, and what runs it.
struct ServerJob<Storage: ServerStorage>: Sendable {
  let name: String
  let summary: String
  /// Runs it, and says in a line what was done; nil if its time has not come.
  let run: @Sendable (_ server: Server<Storage>, _ onlyIfDue: Bool) throws -> String?
}

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
    spool: String, isDraining: @escaping @Sendable () -> Bool,
    log: @escaping @Sendable (LogLine) -> Void
  ) {
    self.settings = settings
    let operating = OperatingRoutes<Storage>(
      version: Release.version, appIDs: settings.appIDs,
      showsMetricsToAll: settings.showsMetricsToAll, isDraining: isDraining)
    let signIn = settings.signIn
    let jobs: [Job<Storage>] = Jobs.all(
      settings: signIn.settings, store: settings.store, sender: signIn.sender,
      zones: settings.zones)
    let routes: [Route<Storage>] =
      operating.all + SignInRoutes(settings: signIn.settings, apple: signIn.apple).all
      + AccountRoutes(
        settings: signIn.settings, apple: signIn.apple, zones: settings.zones
      ).all
      + EntitlementRoutes().all + PlanRoutes().all + GrantRoutes().all
      + ReminderRoutes(zones: settings.zones).all + MailRoutes().all
      + SyncRoutes.routes(zones: settings.zones)
      + AdminUserRoutes(settings: signIn.settings, zones: settings.zones).all
      + AdminServerRoutes(jobs: jobs).all
      + StoreRoutes(settings: settings.store).all
      + StoreAdminRoutes(settings: settings.store).all
    let start = ContinuousClock.now
    server = Server(
      storage: storage, clock: clock, random: ServerRandom.bytes, routes: routes,
      tokens: { bearer, call in
        try Tokens.principal(
          of: bearer, from: call.head.peer, in: call.storage, now: call.now)
      }, limits: settings.service, trusted: settings.trusted,
      timer: {
        let passed = (ContinuousClock.now - start).components
        return passed.seconds * 1_000_000 + passed.attoseconds / 1_000_000_000_000
      }, freePart: ServiceParts.freePart(settings.database), spool: spool, log: log)
    self.jobs = jobs.map(ServerJob.init)
  }

  /// The disk of the folder; that of a database elsewhere tells of itself.
  private static func freePart(
    _ database: ServeSettings.Database
  ) -> @Sendable () -> Double? {
    switch database {
    case .folder(let path): { ServerFolder.freePart(at: path) }
    case .postgreSQL: { nil }
    }
  }
}

/// A job by its name, and what runs it.
struct ServerJob<Storage: ServerStorage>: Sendable {
  let name: String
  let summary: String
  /// Runs it, and says in a line what was done; nil if its time has not come.
  let run: @Sendable (_ server: Server<Storage>, _ onlyIfDue: Bool) throws -> String?

  init(_ job: Job<Storage>) {
    name = job.name
    summary = job.summary
    run = { server, onlyIfDue in
      switch try job.run(on: server, onlyIfDue: onlyIfDue) {
      case .done(let line): line
      case .held: onlyIfDue ? nil : "another process is at it"
      case .notDue: nil
      }
    }
  }
}

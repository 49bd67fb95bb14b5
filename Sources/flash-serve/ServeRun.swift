import FlashCommand
import FlashModel
import FlashServer
import FlashThreads
import Synchronization

/// The life of a server: listen, answer, and end in peace.
struct ServeRun<Storage: ServerStorage> {
  let parts: ServiceParts<Storage>
  let socket: ListeningSocket
  let isDraining: Flag

  /// Milliseconds between two looks at connections and signals.
  private static var tick: UInt32 { 200 }
  /// Milliseconds that requests have to be answered once the server is to end.
  private static var longestDrain: Int64 { 10_000 }

  /// Something that is false until it is true.
  final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
  }

  /// Serves until a signal comes.
  func run(in context: inout CommandContext) throws {
    let server = parts.server
    let uptime = context.clock
    let trusted = parts.settings.trusted
    guard
      let daemon = HTTPDaemon(
        socket: socket.number, limits: parts.settings.connections,
        trusted: { peer in
          guard let address = IPAddress(peer) else { return false }
          return trusted.contains { $0.contains(address) }
        }, clock: { uptime.uptime }, service: server.service)
    else {
      throw ServeError.cannotListen(
        address: socket.address?.description ?? "a given socket",
        reason: "the listener could not be started")
    }
    announce(in: context)
    startJobs()
    while context.interrupted == nil {
      BackgroundThread.pause(milliseconds: ServeRun.tick)
      daemon.reap()
    }
    drain(daemon, uptime)
    server.log(LogLine(.info, "stopped"))
  }

  private func announce(in context: CommandContext) {
    let address = socket.address?.description ?? ""
    let database =
      switch parts.settings.database {
      case .folder: "embedded"
      case .postgreSQL: "postgresql"
      }
    parts.server.log(
      LogLine(
        .info, "listening",
        [
          .init("address", .string(address)), .init("database", .string(database)),
          .init("version", .string(Release.version)),
        ]))
    // Whoever let the system choose has to be told.
    if parts.settings.listen.port == 0 {
      context.output.line(address)
      context.output.flush()
    }
  }

  /// Takes nothing new, and waits for what is being answered.
  private func drain(_ daemon: HTTPDaemon, _ clock: Clock) {
    isDraining.set()
    parts.server.log(
      LogLine(
        .info, "draining", [.init("requests", .integer(Int64(daemon.requestsInProgress)))]))
    daemon.quiesce()
    let end = clock.uptime + ServeRun.longestDrain
    while daemon.requestsInProgress > 0, clock.uptime < end {
      BackgroundThread.pause(milliseconds: 20)
      daemon.reap()
    }
    daemon.stop()
  }

  private func startJobs() {
    guard parts.settings.runsJobs, !parts.jobs.isEmpty else { return }
    let parts = parts
    let isDraining = isDraining
    let thread = BackgroundThread {
      while !isDraining.isSet {
        for job in parts.jobs where !isDraining.isSet { parts.report(job, onlyIfDue: true) }
        BackgroundThread.pause(milliseconds: 1_000)
      }
    }
    guard let thread else {
      parts.server.log(LogLine(.error, "jobs", [.init("detail", .string("no thread for them"))]))
      return
    }
    thread.letGo()
  }
}

extension ServiceParts {
  /// Runs a job and writes down what came of it.
  /// - Returns: whether it did not fail.
  @discardableResult
  func report(_ job: ServerJob<Storage>, onlyIfDue: Bool) -> Bool {
    do {
      guard let line = try job.run(server, onlyIfDue) else { return true }
      server.metrics.count(.jobs, [job.name, "done"])
      server.log(
        LogLine(.info, "job", [.init("job", .string(job.name)), .init("detail", .string(line))]))
      return true
    } catch {
      server.metrics.count(.jobs, [job.name, "failed"])
      server.log(
        LogLine(.error, "job", [.init("job", .string(job.name)), ServeLog.failure(error)]))
      return false
    }
  }
}

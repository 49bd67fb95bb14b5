import FlashAPI
import FlashModel
import FlashSQL

/// What an operator and the machines around a server ask it.
public struct OperatingRoutes<Storage: ServerStorage>: Sendable {
  let version: String
  let appIDs: [String]
  let showsMetricsToAll: Bool
  let isDraining: @Sendable () -> Bool

  /// Mail that has waited for so many milliseconds is a sign that it is not sent.
  private static var longestWait: Int64 { 3_600_000 }

  /// - Parameters:
  ///   - version: of the program.
  ///   - appIDs: apps that open the links of mails: team id, a dot, bundle id.
  ///   - showsMetricsToAll: whether figures are told to others than this machine.
  ///   - isDraining: whether the server is about to end.
  public init(
    version: String, appIDs: [String], showsMetricsToAll: Bool,
    isDraining: @escaping @Sendable () -> Bool
  ) {
    self.version = version
    self.appIDs = appIDs
    self.showsMetricsToAll = showsMetricsToAll
    self.isDraining = isDraining
  }

  public var all: [Route<Storage>] {
    [
      Route(Endpoints.health.operation) { _, _ in
        .json(200, .object([.init("status", .string("ok"))]))
      },
      Route(Endpoints.up.operation) { _, _ in
        HTTPResponse(
          200, fields: [("Content-Type", "text/html; charset=utf-8")],
          body: Array("<!doctype html><title>up</title><p>up</p>\n".utf8))
      },
      Route(Endpoints.ready.operation) { call, _ in ready(call) },
      Route(Endpoints.metrics.operation) { call, _ in try metrics(call) },
      Route(Endpoints.appSiteAssociation.operation) { _, _ in association },
    ]
  }

  private func ready(_ call: Call<Storage>) -> HTTPResponse {
    var checks: [JSONValue.Member] = []
    var status = "ok"
    func check(_ name: String, _ isFine: Bool, _ detail: String?, otherwise: String) {
      if !isFine, status != "unavailable" { status = otherwise }
      checks.append(
        .init(
          name,
          .object([
            .init("ok", .bool(isFine)), .init("detail", detail.map { .string($0) } ?? .null),
          ])))
    }
    check("listener", !isDraining(), isDraining() ? "ending" : nil, otherwise: "unavailable")
    do {
      let waiting = try mail(call)
      check("database", true, nil, otherwise: "unavailable")
      let isLate = waiting.age > OperatingRoutes.longestWait
      check("mail", !isLate, isLate ? "mail has waited for an hour" : nil, otherwise: "degraded")
    } catch {
      // The reason is for the log; whoever asks here may be anybody.
      let detail = Failure(error).detail ?? "\(type(of: error))"
      call.server.log(LogLine(.error, "not_ready", [.init("detail", .string(detail))]))
      check("database", false, "no answer", otherwise: "unavailable")
    }
    return .json(
      status == "unavailable" ? 503 : 200,
      .object([
        .init("status", .string(status)), .init("checks", .object(checks)),
        .init("version", .string(version)),
      ]))
  }

  /// The mails that wait, and how long the oldest has, in milliseconds.
  private func mail(_ call: Call<Storage>) throws -> (count: Int64, age: Int64) {
    try call.storage.readDirectory { connection in
      let row = try connection.row(
        "select count(*), coalesce(min(created_ms), $1) from mails where sent_ms is null",
        [SQLValue(call.now)]
      ) { row throws(SQLError) in (row.integer(0), row.integer(1)) }
      return (row?.0 ?? 0, call.now.milliseconds - (row?.1 ?? call.now.milliseconds))
    }
  }

  private func metrics(_ call: Call<Storage>) throws -> HTTPResponse {
    // What a proxy hands on comes from elsewhere, whoever the proxy is.
    let isLocal =
      IPAddress(call.head.peer)?.isLoopback == true && call.head.fields["x-forwarded-for"] == nil
      && call.head.fields["forwarded"] == nil
    guard try showsMetricsToAll || isLocal || isOperator(call) else {
      throw Problem(.unauthenticated, "Figures are told to this machine and to operators.")
    }
    let waiting = try mail(call)
    let gauges = [
      Metrics.Gauge("mail_waiting", "Mails that are not sent yet.", Double(waiting.count)),
      Metrics.Gauge(
        "mail_oldest_seconds", "How long the oldest of them has waited.",
        Double(waiting.age) / 1_000),
    ]
    return HTTPResponse(
      200, fields: [("Content-Type", "text/plain; version=0.0.4; charset=utf-8")],
      body: Array(call.server.metrics.text(gauges).utf8))
  }

  /// Whether whoever asks has an admin token that is good for figures.
  private func isOperator(_ call: Call<Storage>) throws -> Bool {
    guard let bearer = call.head.bearer else { return false }
    return try OperatorTokens.principal(of: bearer, in: call.storage, now: call.now)
      .abilities.contain(.metrics)
  }

  private var association: HTTPResponse {
    let link: JSONValue = .object([
      .init("/", .string("/auth/consume")), .init("?", .object([.init("t", .string("*"))])),
    ])
    let details: JSONValue = .object([
      .init("appIDs", .array(appIDs.map { .string($0) })), .init("components", .array([link])),
    ])
    return .json(
      200, .object([.init("applinks", .object([.init("details", .array([details]))]))]))
  }
}

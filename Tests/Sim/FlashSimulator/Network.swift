import FlashAPI
import FlashClient
import FlashModel
import FlashServer

/// A device's way to the server. What goes over it are the bytes that would go over a real one, and
/// whatever can happen to those happens here.
final class Network: Transport {
  private unowned let world: World
  private unowned let device: Device

  init(_ world: World, _ device: Device) {
    self.world = world
    self.device = device
  }

  func send(_ request: OutgoingRequest) throws(ClientError) -> IncomingAnswer {
    do {
      return try world.carry(request, of: device)
    } catch let error as ClientError {
      throw error
    } catch {
      // What breaks the run rather than the connection is told once the caller has given up.
      world.broken = world.broken ?? error
      throw .stopped
    }
  }
}

/// A request that arrives after whoever sent it has given up.
struct LateRequest {
  let at: Int64
  let head: HTTPHead
  let body: [UInt8]
}

extension World {
  /// Carries a request to the server and its answer back.
  func carry(_ request: OutgoingRequest, of device: Device) throws -> IncomingAnswer {
    requests += 1
    guard requests < 2_000 else {
      throw Violation("termination", "an exchange of \(device.name) takes over 2,000 requests")
    }
    try interleave(with: device)
    if device.disk.isDead { throw ClientError.stopped }
    pass(1 + Int64(dice.below(900)))
    let name = "\(request.method.rawValue) \(request.url.split(separator: "/").last ?? "")"
    let head = try head(of: request, from: device)
    if now < device.offlineUntil {
      trace.note("  \(name): no network")
      throw away
    }
    if happens(.dropRequest) {
      pass(30_000)
      trace.note("  \(name): lost")
      throw away
    }
    if happens(.delay) {
      let at = now + dice.within(1_000...3_600_000)
      late.append(LateRequest(at: at, head: head, body: request.body))
      pass(30_000)
      trace.note("  \(name): on its way until \(at)")
      throw away
    }
    if happens(.busy) {
      let status = dice.pick([429, 503, 502, 504]) ?? 503
      trace.note("  \(name): \(status)")
      let wait = dice.happens(500) ? ["retry-after": "\(1 + dice.below(40))"] : [:]
      return IncomingAnswer(status: status, headers: wait)
    }
    let answer = try deliver(request, head, name)
    if happens(.dropAnswer) {
      pass(30_000)
      trace.note("  \(name): answer lost")
      throw away
    }
    if happens(.cutAnswer) {
      trace.note("  \(name): answer cut")
      var cut = answer
      cut.body = Array(cut.body.prefix(dice.below(max(1, cut.body.count))))
      return cut
    }
    if happens(.serverFails) {
      trace.note("  \(name): done, and a proxy says 502")
      return IncomingAnswer(status: dice.pick([500, 502, 504]) ?? 502)
    }
    return answer
  }

  private var away: ClientError { .unreachable(host: "flash.example", reason: "no answer") }

  /// Hands a request over, once or twice, whole or damaged.
  private func deliver(
    _ request: OutgoingRequest, _ head: HTTPHead, _ name: String
  ) throws -> IncomingAnswer {
    var body = request.body
    if body.count > 1, head.fields["content-encoding"] != nil, happens(.damageRequest) {
      // Gzip's check tells; the answer is a 400.
      body[10 + dice.below(body.count - 10)] ^= UInt8(1 << dice.below(8))
      trace.note("  \(name): damaged")
    }
    if happens(.repeatRequest) {
      trace.note("  \(name): twice")
      _ = try reply(head, body)
    }
    guard let response = try reply(head, body) else {
      trace.note("  \(name): the server lost power")
      throw away
    }
    trace.note("  \(name): \(response.status), \(body.count) up, \(response.body.count) down")
    trace.mix(response.body)
    return IncomingAnswer(
      status: response.status,
      headers: Dictionary(
        response.fields.map { ($0.name.lowercased(), $0.value) },
        uniquingKeysWith: { first, _ in first }), body: response.body)
  }

  private func reply(_ head: HTTPHead, _ body: [UInt8]) throws -> HTTPResponse? {
    server.surroundings.now = now
    let response = try server.answer(head, body, swarm, &dice, isCalm: isAtPeace)
    for error in server.surroundings.takeErrors() {
      let isExpected = !isAtPeace && error.contains("\"status\":50")
      if !isExpected || !hasServerFaults { throw Violation("server error", error) }
    }
    return response
  }

  private var hasServerFaults: Bool {
    swarm.rates[.serverPowerLoss] != nil || swarm.rates[.serverDiskFull] != nil
  }

  /// Delivers what was on its way for long enough.
  func deliverLate(all: Bool = false) throws {
    while let index = late.firstIndex(where: { all || $0.at <= now }) {
      let request = late.remove(at: index)
      let status = try reply(request.head, request.body)?.status
      trace.note("late \(request.head.method) \(request.head.path): \(status ?? 0)")
    }
  }

  private func head(of request: OutgoingRequest, from device: Device) throws -> HTTPHead {
    var fields: [String: String] = [:]
    for header in request.headers { fields[header.name.lowercased()] = header.value }
    if !request.body.isEmpty { fields["content-length"] = "\(request.body.count)" }
    let target = request.url.replacing("https://flash.example", with: "", maxReplacements: 1)
    return try HTTPHead(
      method: request.method.rawValue.uppercased(), target: target, fields: fields,
      peer: "192.0.2.\(1 + (device.name.utf8.first ?? 0) % 100)")
  }
}

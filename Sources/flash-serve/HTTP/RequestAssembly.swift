import FlashAPI
import FlashModel
import FlashServer

/// A request that comes in piece by piece, and what is done with it.
///
/// Pure: the daemon tells it of what comes, and it says what to do next.
final class RequestAssembly {
  enum Step {
    /// Go on reading.
    case read
    /// Answer; if `closing`, the connection ends with it, as part of a body is unread.
    case answer(HTTPResponse, closing: Bool)
    /// End the connection without a word.
    case drop
  }

  /// What stands on the request line: path and query.
  private let target: String
  private var verdict: HTTPVerdict?
  private var body: [UInt8] = []
  /// Bytes of the body, kept or not.
  private var taken = 0

  /// Bytes over the limit that are read before the connection is cut instead of answered.
  private static let slack = 1 << 20

  init(target: String) { self.target = target }

  /// Whether the head is there.
  var hasHead: Bool { verdict != nil }

  /// The head is there.
  func begin(
    _ method: String, _ fields: HeadFields, from peer: String, _ limits: HTTPLimits,
    _ service: HTTPService
  ) -> Step {
    if let problem = fields.problem(target, limits) {
      let response = RequestAssembly.response(problem)
      verdict = .answer(response)
      return .answer(response, closing: true)
    }
    let head: HTTPHead
    do throws(Problem) {
      head = try HTTPHead(method: method, target: target, fields: fields.byName, peer: peer)
    } catch {
      verdict = .answer(RequestAssembly.response(error))
      return refuse(fields, limits)
    }
    let verdict = service(head)
    self.verdict = verdict
    if case .answer = verdict { return refuse(fields, limits) }
    if case .read(let limit, _) = verdict, let length = Int(fields.byName["content-length"] ?? "") {
      // What never comes is never touched, and takes no memory.
      body.reserveCapacity(max(0, min(length, limit)))
    }
    return .read
  }

  /// A request that is answered by its head alone: a short body is read and forgotten, so that the
  /// connection may go on; a long one is left where it is.
  private func refuse(_ fields: HeadFields, _ limits: HTTPLimits) -> Step {
    guard case .answer(let response) = verdict else { return .read }
    let isShort =
      fields.byName["transfer-encoding"] == nil && fields.byName["expect"] == nil
      && Int(fields.byName["content-length"] ?? "0").map { $0 <= limits.drains } ?? false
    return isShort ? .read : .answer(response, closing: true)
  }

  /// A piece of the body.
  func take(_ bytes: UnsafeRawBufferPointer) -> Step {
    taken += bytes.count
    guard case .read(let limit, _) = verdict else { return .read }
    guard taken <= limit + RequestAssembly.slack else { return .drop }
    // One byte more than is allowed says that it was too long.
    let room = limit + 1 - body.count
    if room > 0 { unsafe body.append(contentsOf: bytes.prefix(room)) }
    return .read
  }

  /// All has come.
  func end() -> HTTPResponse {
    switch verdict {
    case .answer(let response): return response
    case .read(_, let answer):
      let whole = body
      body = []
      return answer(whole)
    case nil: return RequestAssembly.response(Problem(.badRequest, "The request has no head."))
    }
  }

  private static func response(_ problem: Problem) -> HTTPResponse {
    HTTPResponse(
      problem.status, fields: [("Content-Type", "application/problem+json")],
      body: problem.json(requestID: "").bytes)
  }
}

/// The fields of a head as they come, and what is wrong with them as a whole.
struct HeadFields {
  /// By name in lower case; of a repeated field the first, of `x-forwarded-for` all.
  private(set) var byName: [String: String] = [:]
  private var count = 0
  private var size = 0
  private var hasTwoLengths = false
  private var isMisshapen = false

  mutating func add(_ name: String, _ value: String) {
    count += 1
    size += name.utf8.count + value.utf8.count + 4
    if !HeadFields.isSound(name, value) { isMisshapen = true }
    let name = name.lowercased()
    guard let first = byName[name] else {
      byName[name] = value
      return
    }
    switch name {
    // Some proxies add a field of their own instead of a value.
    case "x-forwarded-for": byName[name] = first + "," + value
    case "content-length", "transfer-encoding", "host", "authorization": hasTwoLengths = true
    default: break
    }
  }

  /// Whether a name is a word, without a blank before the colon, and a value one line. A proxy may take
  /// such a field for the one that it resembles, or for two.
  /// - Source: RFC 9110, 5.5 and 5.6.2; RFC 9112, 5.1.
  private static func isSound(_ name: String, _ value: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E, 0x21, 0x23...0x27, 0x2A, 0x2B,
          0x2D, 0x2E:
          true
        default: false
        }
      } && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  /// Where another server might see another request than we do, or more than is allowed.
  /// - Source: RFC 9112, 6.1 and 6.3.
  func problem(_ target: String, _ limits: HTTPLimits) -> Problem? {
    if count > limits.fields || size + target.utf8.count > limits.head {
      var problem = Problem(.badRequest, "The head of the request is too long.")
      problem.statusOverride = 431
      return problem
    }
    if isMisshapen { return Problem(.badRequest, "A field is none.") }
    if hasTwoLengths { return Problem(.badRequest, "A field stands there twice.") }
    let length = byName["content-length"]
    if let coding = byName["transfer-encoding"] {
      guard length == nil else {
        return Problem(.badRequest, "The body has a length, and comes in pieces.")
      }
      guard coding.lowercased() == "chunked" else {
        return Problem(.badRequest, "The body is transferred in a way that is not known here.")
      }
    }
    if let length, length.isEmpty || !length.utf8.allSatisfy({ (48...57).contains($0) }) {
      return Problem(.badRequest, "The length of the body is no number.")
    }
    return nil
  }
}

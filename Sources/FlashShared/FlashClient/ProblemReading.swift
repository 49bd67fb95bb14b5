internal import FlashAPI
internal import FlashModel

extension Problem {
  /// Reads an error answer. One that is no problem of the contract, such as a proxy's page, is told by
  /// its status.
  init(status: Int, body: [UInt8], retryAfter: String?) {
    // A page of HTML is as good as no body.
    let json = (try? JSONValue(parsing: body)) ?? .null
    var told: ProblemCode?
    if case .string(let code)? = json["code"] { told = ProblemCode(rawValue: code) }
    var message = "the server answered \(status)"
    if case .string(let text)? = json["message"], !text.isEmpty { message = text }
    self.init(told ?? Problem.code(of: status), message)
    statusOverride = status
    if let seconds = retryAfter.flatMap({ Int($0) }), seconds >= 0 { self.retryAfter = seconds }
    if case .string(let reason)? = json["reason"] { self.reason = reason }
    if case .integer(let limit)? = json["limit"] { self.limit = Int(limit) }
  }

  private static func code(of status: Int) -> ProblemCode {
    switch status {
    case 401: .unauthenticated
    case 402: .entitlementRequired
    case 403: .insufficientAbility
    case 404: .notFound
    case 405: .methodNotAllowed
    case 409: .conflict
    case 410: .magicLinkInvalid
    case 413: .payloadTooLarge
    case 422: .validationFailed
    case 429: .rateLimited
    case 502, 503, 504: .unavailable
    case 507: .storageFull
    default: .internal
    }
  }
}

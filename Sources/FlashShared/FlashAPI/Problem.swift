public import FlashModel

/// An error answer: RFC 9457, with the members of the older service beside them.
public struct Problem: Error, Sendable, Hashable {
  public let code: ProblemCode
  /// What went wrong, as a sentence.
  public var message: String
  /// By field, for `validation_failed`.
  public var errors: [Field]
  /// The entitlement that was used up, for `entitlement_required`.
  public var reason: String?
  /// Its limit.
  public var limit: Int?
  /// Whole seconds after which it may be tried again.
  public var retryAfter: Int?
  /// The status, where it is not the code's own.
  public var statusOverride: Int?

  /// What is wrong with a field.
  public struct Field: Sendable, Hashable {
    public let name: String
    public let messages: [String]

    public init(_ name: String, _ messages: [String]) {
      self.name = name
      self.messages = messages
    }
  }

  public init(
    _ code: ProblemCode, _ message: String, errors: [Field] = [], retryAfter: Int? = nil
  ) {
    self.code = code
    self.message = message
    self.errors = errors
    self.retryAfter = retryAfter
  }

  /// A field that is not what it should be.
  public static func invalid(_ field: String, _ reason: String) -> Problem {
    Problem(
      .validationFailed, field.isEmpty ? "The body \(reason)." : "'\(field)' \(reason).",
      errors: [Field(field, ["'\(field)' \(reason)."])])
  }

  public var status: Int { statusOverride ?? code.status }

  /// The body.
  public func json(requestID: String) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("message", .string(message)), .init("type", .string("/problems/\(code.rawValue)")),
      .init("title", .string(code.title)), .init("status", .integer(Int64(status))),
      .init("detail", .string(message)), .init("code", .string(code.rawValue)),
      .init("request_id", .string(requestID)),
    ]
    if status == 422 {
      members.append(
        .init(
          "errors",
          .object(errors.map { .init($0.name, .array($0.messages.map { .string($0) })) })))
    }
    if code == .transactionInvalid { members.append(.init("error", .string(message))) }
    if code == .entitlementRequired {
      members.append(.init("reason", .string(reason ?? "")))
      members.append(.init("limit", limit.map { .integer(Int64($0)) } ?? .null))
    }
    return .object(members)
  }
}

/// What an error answer is about; the `code` of the contract.
public enum ProblemCode: String, Sendable, CaseIterable {
  case unauthenticated
  case tokenExpired = "token_expired"
  case tokenRevoked = "token_revoked"
  case tokenReused = "token_reused"
  case insufficientAbility = "insufficient_ability"
  case accountDisabled = "account_disabled"
  case appleTokenInvalid = "apple_token_invalid"
  case appleKeysUnavailable = "apple_keys_unavailable"
  case magicLinkInvalid = "magic_link_invalid"
  case loginPending = "login_pending"
  case emailInUse = "email_in_use"
  case identityInUse = "identity_in_use"
  case lastIdentity = "last_identity"
  case notScheduled = "not_scheduled"
  case validationFailed = "validation_failed"
  case malformedJSON = "malformed_json"
  case badRequest = "bad_request"
  case notFound = "not_found"
  case methodNotAllowed = "method_not_allowed"
  case entitlementRequired = "entitlement_required"
  case transactionInvalid = "transaction_invalid"
  case transactionClaimed = "transaction_claimed"
  case idempotencyKeyReuse = "idempotency_key_reuse"
  case idempotencyInProgress = "idempotency_in_progress"
  case preconditionFailed = "precondition_failed"
  case conflict
  case payloadTooLarge = "payload_too_large"
  case quotaExceeded = "quota_exceeded"
  case unsupportedEncoding = "unsupported_encoding"
  case rateLimited = "rate_limited"
  case unavailable
  case storageFull = "storage_full"
  case `internal`

  public var status: Int {
    switch self {
    case .unauthenticated, .tokenExpired, .tokenRevoked, .tokenReused, .appleTokenInvalid: 401
    case .badRequest: 400
    case .entitlementRequired: 402
    case .insufficientAbility, .accountDisabled: 403
    case .notFound: 404
    case .methodNotAllowed: 405
    case .loginPending, .emailInUse, .identityInUse, .lastIdentity, .notScheduled,
      .transactionClaimed,
      .idempotencyInProgress, .conflict:
      409
    case .magicLinkInvalid: 410
    case .preconditionFailed: 412
    case .payloadTooLarge, .quotaExceeded: 413
    case .unsupportedEncoding: 415
    case .validationFailed, .malformedJSON, .transactionInvalid, .idempotencyKeyReuse: 422
    case .rateLimited: 429
    case .internal: 500
    case .unavailable, .appleKeysUnavailable: 503
    case .storageFull: 507
    }
  }

  public var title: String {
    switch self {
    case .unauthenticated: "Not signed in"
    case .tokenExpired: "Token expired"
    case .tokenRevoked: "Token revoked"
    case .tokenReused: "Token used before"
    case .insufficientAbility: "Token lacks an ability"
    case .accountDisabled: "Account disabled"
    case .appleTokenInvalid: "Apple token not valid"
    case .appleKeysUnavailable: "Apple's keys unavailable"
    case .magicLinkInvalid: "Sign-in link not valid"
    case .loginPending: "Login not approved yet"
    case .emailInUse: "Address in use"
    case .identityInUse: "Identity in use"
    case .lastIdentity: "Only way to sign in"
    case .notScheduled: "No deletion scheduled"
    case .validationFailed: "Validation failed"
    case .malformedJSON: "Malformed JSON"
    case .badRequest: "Request cannot be read"
    case .notFound: "Not found"
    case .methodNotAllowed: "Method not allowed"
    case .entitlementRequired: "Plan limit reached"
    case .transactionInvalid: "Transaction not valid"
    case .transactionClaimed: "Purchase belongs to another account"
    case .idempotencyKeyReuse: "Idempotency key used for another request"
    case .idempotencyInProgress: "Request in progress"
    case .preconditionFailed: "Version changed meanwhile"
    case .conflict: "Conflict"
    case .payloadTooLarge: "Too large"
    case .quotaExceeded: "Account is full"
    case .unsupportedEncoding: "Encoding not supported"
    case .rateLimited: "Too many requests"
    case .unavailable: "Unavailable"
    case .storageFull: "No room left"
    case .internal: "Internal error"
    }
  }
}

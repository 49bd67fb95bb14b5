public import FlashAPI
public import FlashModel
import FlashSQL

/// Who asks, once a token has been looked up.
public struct Principal: Sendable, Hashable {
  public let user: UserID
  /// The sign-in that the token belongs to.
  public let signIn: SignInID
  /// Whether the token is good for reading alone.
  public let isReadOnly: Bool

  public init(user: UserID, signIn: SignInID, isReadOnly: Bool = false) {
    self.user = user
    self.signIn = signIn
    self.isReadOnly = isReadOnly
  }
}

/// A sign-in on a device, which ends by signing out.
public enum SignIn {}

public typealias SignInID = Identifier<SignIn>

/// One request on its way through the server: what an operation may know besides its body.
public struct Call<Storage: ServerStorage>: Sendable {
  public let server: Server<Storage>
  public let head: HTTPHead
  /// What stands in the path where its pattern has braces.
  public let parameters: [String: String]
  /// Nil for operations that need no token and got none, and for those of operators.
  public private(set) var principal: Principal?
  /// Nil but for the operations of operators.
  public private(set) var admin: AdminPrincipal?
  /// The moment at which the request came in; everything in it happens then.
  public let now: Timestamp
  /// Named in logs and error answers.
  public let requestID: String
  /// When its work is given up; nil for never.
  public private(set) var deadline: Deadline?

  public init(
    server: Server<Storage>, head: HTTPHead, parameters: [String: String], principal: Principal?,
    now: Timestamp, requestID: String, deadline: Deadline? = nil
  ) {
    self.server = server
    self.head = head
    self.parameters = parameters
    self.principal = principal
    self.now = now
    self.requestID = requestID
    self.deadline = deadline
  }

  /// What the server keeps, within the time that the call has.
  public var storage: TimedStorage<Storage> {
    TimedStorage(base: server.storage, deadline: deadline)
  }

  /// The same call, once it is known who asks.
  func of(_ principal: Principal) -> Call {
    var call = self
    call.principal = principal
    return call
  }

  /// The same call, once it is known which operator asks.
  func of(_ admin: AdminPrincipal) -> Call {
    var call = self
    call.admin = admin
    return call
  }

  /// The same call with so many seconds from now on.
  func within(seconds: Int) -> Call {
    var call = self
    call.deadline = Deadline(milliseconds: Int64(seconds) * 1_000, timer: server.timer)
    return call
  }

  /// The account of the token.
  /// - Throws: ``Problem`` `.unauthenticated` for a call without one.
  public func account() throws(Problem) -> Principal {
    guard let principal else { throw Problem(.unauthenticated, "Sign in first.") }
    return principal
  }

  /// Whose answers are kept under a key: an account's, or an operator's.
  /// - Throws: ``Problem`` `.unauthenticated` for a call without a token.
  func asker() throws(Problem) -> SQLValue {
    if let admin { return SQLValue(admin.token) }
    return SQLValue(try account().user)
  }
}

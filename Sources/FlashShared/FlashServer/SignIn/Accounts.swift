import FlashAPI
import FlashModel
import FlashSQL

/// Finds the account that a proof of identity opens, or makes it.
struct Accounts {
  let settings: SignInSettings
  let caller: Caller

  /// What somebody has proved to be.
  struct Proof: Sendable, Hashable {
    /// `apple` or `email`.
    let provider: String
    /// What the provider calls this person, for ever; an address for `email`.
    let subject: String
    /// An address that the provider vouches for.
    var verifiedEmail: String?
    /// For an account that is made now.
    var name: String?
    var isMarketingWelcome = false
  }

  /// An account, and what signing in did to it.
  struct Opened: Sendable, Hashable {
    let user: UserID
    let email: String?
    let isNew: Bool
    let isDeletionCancelled: Bool
  }

  /// - Returns: a failure, `.accountDisabled`, where the proof is used up all the same.
  func open(
    _ proof: Proof, in connection: some SQLConnection
  ) throws -> Result<Opened, Problem> {
    let now = SQLValue(caller.now)
    var isNew = false
    var user: UserID
    if let known = try identityOwner(proof, in: connection) {
      user = known
    } else {
      (user, isNew) = try findOrMake(proof, in: connection)
      try LinkedIdentities.add(proof, to: user, in: connection, now: caller.now)
      if let owner = try identityOwner(proof, in: connection), owner != user {
        // Somebody with the same proof was faster.
        if isNew { try connection.run("delete from users where id = $1", [SQLValue(user)]) }
        (user, isNew) = (owner, false)
      }
    }
    try connection.run(
      "update identities set last_used_ms = $3 where provider = $1 and subject = $2",
      [.text(proof.provider), .text(proof.subject), now])
    let state = try connection.row(
      "select email, disabled_ms, scheduled_delete_ms from users where id = $1", [SQLValue(user)]
    ) { ($0.optionalText(0), !$0.isNull(1), !$0.isNull(2)) }
    guard let (email, isDisabled, isLeaving) = state else {
      return .failure(Problem(.conflict, "The account was just removed. Try again."))
    }
    guard !isDisabled else {
      return .failure(Problem(.accountDisabled, "The account is disabled."))
    }
    let isKept = isLeaving && settings.signInRestoresAccount
    if isKept { try AccountDeletion.cancel(user, in: connection, now: caller.now) }
    return .success(Opened(user: user, email: email, isNew: isNew, isDeletionCancelled: isKept))
  }

  /// Signs a device in to an account.
  func signIn(
    _ opened: Opened, device: DeviceInfo?, pair: Tokens.Pair? = nil,
    in connection: some SQLConnection
  ) throws -> SignInResponse {
    let (principal, ends) = try SignIns.begin(
      for: opened.user, device: device, caller: caller, settings: settings, in: connection)
    let tokens = try Tokens.issue(
      pair ?? Tokens.Pair(random: caller.random), to: principal, ends: ends, settings: settings,
      in: connection, now: caller.now)
    return SignInResponse(
      tokens: tokens,
      user: SignedInUser(
        id: opened.user.description, email: opened.email, created: opened.isNew,
        deletionCancelled: opened.isDeletionCancelled),
      sessionID: principal.signIn.description)
  }

  func identityOwner(
    _ proof: Proof, in connection: some SQLConnection
  ) throws -> UserID? {
    try connection.identifier(
      "select user_id from identities where provider = $1 and subject = $2",
      [.text(proof.provider), .text(proof.subject)])
  }

  /// Makes an account for somebody who has proved nothing yet.
  /// - Returns: nil if the address is another's.
  func make(_ proof: Proof, in connection: some SQLConnection) throws -> UserID? {
    guard try identityOwner(proof, in: connection) == nil,
      let made = try insert(proof, in: connection)
    else { return nil }
    try LinkedIdentities.add(proof, to: made, in: connection, now: caller.now)
    return made
  }

  /// The account with an address that was vouched for, or a new one.
  private func findOrMake(
    _ proof: Proof, in connection: some SQLConnection
  ) throws -> (UserID, isNew: Bool) {
    if let made = try insert(proof, in: connection) { return (made, true) }
    let owner: UserID? = try connection.identifier(
      "select id from users where email = $1", [SQLValue(proof.verifiedEmail)])
    guard let owner else {
      throw Problem(.conflict, "The account was just removed. Try again.")
    }
    return (owner, false)
  }

  /// - Returns: nil if there is an account with that address.
  private func insert(_ proof: Proof, in connection: some SQLConnection) throws -> UserID? {
    let made = UserID(madeAt: caller.now, random: caller.random)
    // Of two that sign in at once for the first time, the second waits here and finds the first's.
    let isMade = try connection.row(
      """
      insert into users
        (id, email, name, auth_provider, marketing_opt_in, updated_at_ms, created_ms, plan_key)
      values ($1, $2, $3, $4, $5, $6, $6, $7) on conflict (email) do nothing returning 1
      """,
      [
        SQLValue(made), SQLValue(proof.verifiedEmail), SQLValue(proof.name),
        .text(proof.provider), .integer(proof.isMarketingWelcome ? 1 : 0), SQLValue(caller.now),
        .text(try DefaultPlans.key(in: connection)),
      ]
    ) { _ in true }
    return isMade == true ? made : nil
  }
}

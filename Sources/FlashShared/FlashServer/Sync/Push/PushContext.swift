import FlashModel

/// What is known of a push before its rows are looked at.
struct PushContext: Sendable {
  let user: UserID
  let signIn: SignInID
  let now: Timestamp
  /// Milliseconds by which the client's clock is ahead; nil if it told none.
  let skew: Int64?
  let settings: StudySettings
  /// Where rows begin that name another account.
  let foreignRows: Set<Int>
  /// Whether a text may hold a character that no database stores.
  let mayHoldNul: Bool
  /// How much the account may hold.
  let mostBytes: Int64
  /// What says how much it may add; nil for any number.
  let plan: AccountPlan?

  /// How far a clock may be off before it is corrected, in milliseconds.
  private static let tolerance: Int64 = 300_000

  /// A clock as it counts: less what the client's clock is off by, and never later than now.
  func corrected(_ clock: Timestamp) -> Timestamp {
    var clock = clock
    if let skew, skew.magnitude > PushContext.tolerance.magnitude {
      clock = max(Timestamp(milliseconds: 0), clock.advanced(by: -max(skew, -.max)))
    }
    return clock.milliseconds(since: now) > PushContext.tolerance ? now : clock
  }
}

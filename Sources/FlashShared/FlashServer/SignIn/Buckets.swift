import FlashAPI
import FlashCrypto
import FlashModel
import FlashSQL

/// Counts requests in the directory, so that the processes of one server count together.
enum Buckets {
  /// Takes one of `limit` in the window that is under way.
  /// - Parameters:
  ///   - name: who is counted, and for what.
  ///   - window: milliseconds.
  /// - Returns: nil if there was one left, else the answer to give.
  static func refusal(
    _ name: String, limit: Int, window: Int64, in connection: some SQLConnection, now: Timestamp
  ) throws -> Problem? {
    let state = try connection.row(
      """
      insert into buckets (name, began_ms, used) values ($1, $2, 1)
      on conflict (name) do update set
        used = case when buckets.began_ms <= $3 then 1 else buckets.used + 1 end,
        began_ms = case when buckets.began_ms <= $3 then $2 else buckets.began_ms end
      returning used, began_ms
      """,
      [
        .text(name), .integer(now.milliseconds),
        SQLValue(now.advanced(by: -window)),
      ]
    ) { ($0.integer(0), $0.timestamp(1)) }
    guard let (used, began) = state, used > Int64(limit) else { return nil }
    let wait = max(1, began.advanced(by: window).milliseconds(since: now))
    return Problem(
      .rateLimited, "Too many tries. Wait a little.", retryAfter: Int((wait + 999) / 1_000))
  }

  /// The digest of an address of mail: the table of buckets need not know it.
  static func key(_ address: EmailAddress) throws -> String {
    try Digest.sha256(address.text).description
  }

  /// What counts as one caller: an IPv4 address, or the 64 bits of an IPv6 network, of which each
  /// subscriber has at least one whole.
  static func network(of peer: String) -> String {
    guard peer.contains(":"), !peer.lowercased().hasPrefix("::ffff:") else { return peer }
    let halves = peer.split(separator: "%")[0].firstRange(of: "::")
    let head = halves.map { peer[..<$0.lowerBound] } ?? peer[...]
    var groups = head.split(separator: ":").prefix(4).map { String($0).lowercased() }
    // What `::` leaves out of the first half is zero; of the second half nothing reaches it, but
    // for addresses of more than four groups behind it, which no network hands out.
    while groups.count < 4 { groups.append("0") }
    return groups.joined(separator: ":") + "::/64"
  }
}

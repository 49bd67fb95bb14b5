public import FlashModel
internal import FlashSQL

/// What an account keeps of the settings that a collection has.
public struct ProfileSettings: Sendable, Hashable {
  /// An IANA name.
  public var zone: String?
  /// 0 to 23.
  public var rollover: Int?
  /// As ``StudyOptions`` writes them.
  public var options: JSONValue?
  public var updatedAt: Timestamp

  public init(zone: String?, rollover: Int?, options: JSONValue?, updatedAt: Timestamp) {
    self.zone = zone
    self.rollover = rollover
    self.options = options
    self.updatedAt = updatedAt
  }
}

extension Store {
  /// Takes over what the account has, and tells what it is to take over: of two values the one that
  /// was set later.
  /// - Returns: the members to change there; empty if it has all.
  public func exchangeProfile(
    _ profile: ProfileSettings
  ) throws(StoreError) -> [JSONValue.Member] {
    try transaction { () throws(StoreError) in
      var patch: [JSONValue.Member] = []
      if let zone = try exchange(
        "study.timezone", profile.zone.map { .string($0) }, profile.updatedAt, read: { .string($0) }
      ) {
        patch.append(JSONValue.Member("study_timezone", zone))
      }
      if let rollover = try exchange(
        "study.rollover", profile.rollover.map { .integer(Int64($0)) }, profile.updatedAt,
        read: { Int64($0).map { .integer($0) } })
      {
        patch.append(JSONValue.Member("study_rollover", rollover))
      }
      let told = profile.options.flatMap { $0 == .null ? nil : $0 }
      if let options = try exchange(
        "study.options", told, profile.updatedAt,
        read: { text in
          // What a row keeps was written by us.
          try? JSONValue(parsing: Array(text.utf8))
        })
      {
        patch.append(JSONValue.Member("study_options", options))
      }
      return patch
    }
  }

  /// - Parameters:
  ///   - told: the account's value; nil if it has none.
  ///   - read: makes a value of what the setting keeps.
  /// - Returns: our value, if the account is to have it.
  private func exchange(
    _ name: String, _ told: JSONValue?, _ clock: Timestamp, read: (String) -> JSONValue?
  ) throws(StoreError) -> JSONValue? {
    let own = try row(
      "select value, updated_at_ms from settings where name = $1", [.text(name)]
    ) { (value: $0.text(0), clock: $0.timestamp(1)) }
    let value = own.flatMap { read($0.value) }
    guard let told else { return value }
    if value == told, own?.clock == clock { return nil }
    // Of equal values the account's clock counts, so that all devices say the same.
    if let own, value != nil, value != told, own.clock > clock { return value }
    let text: String
    switch told {
    case .string(let string): text = string
    case .integer(let number): text = String(number)
    default: text = String(decoding: told.bytes, as: UTF8.self)
    }
    try storing { () throws(SQLError) in
      try connection.run(
        "insert or replace into settings values ($1, $2, $3)", .text(name), .text(text),
        .integer(clock.milliseconds))
    }
    return nil
  }
}

import FlashAPI
import FlashCommand
import FlashModel

/// What accounts are looked for by: terms such as `status=active created>2026-01-01`, and words, which
/// are looked for in addresses and names.
struct UserQueryText {
  /// What a term may be about, and with which signs.
  private static let terms: [(name: String, sign: Character)] = [
    ("status", "="), ("plan", "="), ("subscription", "="), ("provider", "="), ("created", ">"),
    ("last_seen", "<"), ("last_sync", "<"),
  ]

  private let zone: TimeZoneRules

  init(in context: CommandContext) throws { zone = try context.timeZone }

  /// - Throws: ``AdminError/query(_:reason:)``.
  func query(_ text: String) throws(AdminError) -> UserQuery {
    var query = UserQuery()
    var words: [Substring] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      guard let place = word.firstIndex(where: { "=<>".contains($0) }), !word.contains("@") else {
        words.append(word)
        continue
      }
      let value = String(word[word.index(after: place)...])
      try set(String(word[..<place]), word[place], value, of: word, in: &query)
    }
    if !words.isEmpty { query.text = words.joined(separator: " ") }
    return query
  }

  private func set(
    _ name: String, _ sign: Character, _ value: String, of term: Substring,
    in query: inout UserQuery
  ) throws(AdminError) {
    guard let known = UserQueryText.terms.first(where: { $0.name == name }) else {
      let names = UserQueryText.terms.map { "\($0.name)\($0.sign)" }.joined(separator: ", ")
      throw .query(String(term), reason: "no such term; there are \(names)")
    }
    guard known.sign == sign, !value.isEmpty else {
      throw .query(String(term), reason: "'\(name)' is followed by '\(known.sign)' and a value")
    }
    switch name {
    case "status": query.status = value
    case "plan": query.planKey = value
    case "subscription": query.subscriptionStatus = value
    case "provider": query.provider = value
    case "created": query.createdAfter = try moment(value, of: term)
    default: query.lastSeenBefore = try moment(value, of: term)
    }
  }

  private func moment(_ text: String, of term: Substring) throws(AdminError) -> String {
    guard let point = PointInTime(argument: text) else {
      throw .query(String(term), reason: "takes \(PointInTime.expected)")
    }
    return point.moment(in: zone).rfc3339
  }
}

extension PointInTime {
  /// The moment; of a day its beginning where somebody is.
  func moment(in zone: TimeZoneRules) -> Timestamp {
    switch self {
    case .moment(let moment): moment
    case .day(let day): zone.firstMoment(showing: day.dayNumber * Timestamp.millisecondsPerDay)
    }
  }
}

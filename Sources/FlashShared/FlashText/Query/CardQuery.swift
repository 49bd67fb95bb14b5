/// A question about cards, as somebody typed it or a command put it together.
///
/// What the parser makes is in normal form: `all` stands alone, `and` and `or` have at least two
/// parts, none of which is of the same sort.
public indirect enum CardQuery: Hashable, Sendable {
  /// Every card.
  case all
  case term(CardTerm)
  case not(CardQuery)
  case and([CardQuery])
  case or([CardQuery])

  /// What all of `parts` say, in normal form; ``all`` if there are none.
  public static func every(_ parts: [CardQuery]) -> CardQuery {
    let flat = parts.flatMap { part -> [CardQuery] in
      switch part {
      case .all: []
      case .and(let inner): inner
      default: [part]
      }
    }
    return flat.count > 1 ? .and(flat) : flat.first ?? .all
  }

  /// What any of `parts` says, in normal form.
  /// - Parameter parts: at least one.
  public static func any(_ parts: [CardQuery]) -> CardQuery {
    let flat = parts.flatMap { part -> [CardQuery] in
      if case .or(let inner) = part { inner } else { [part] }
    }
    return flat.count > 1 ? .or(flat) : flat.first ?? .all
  }

  /// Whether the query speaks of removed cards; if not, it is about live ones alone.
  public var mentionsRemoved: Bool {
    switch self {
    case .all: false
    case .term(let term): term == .mark(.deleted)
    case .not(let part): part.mentionsRemoved
    case .and(let parts), .or(let parts): parts.contains { $0.mentionsRemoved }
    }
  }
}

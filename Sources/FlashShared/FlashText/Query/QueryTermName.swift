/// What can stand before a term's colon.
public enum QueryTermName: String, Sendable, CaseIterable {
  case deck
  case did
  case tag
  case `is`
  case prop
  case rated
  case added
  case edited
  case introduced
  case flag
  case kind
  case note
  case id
  case front
  case back
  case hint
  case re
  case source

  /// The words that the term knows, if it knows only some.
  public var words: [String] {
    switch self {
    case .is: CardMark.allCases.map(\.rawValue)
    case .prop: CardProperty.allCases.map(\.rawValue)
    case .kind: ["basic", "cloze", "type_in"]
    case .flag: (0...7).map(String.init)
    case .tag: ["none"]
    default: []
    }
  }
}

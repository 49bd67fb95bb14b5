/// What a named column or key holds.
enum ColumnRole: Sendable, CaseIterable {
  case front
  case back
  case tags
  case deck
  case subTopic

  /// The names a role goes by, without white space, `-`, `_` and case.
  var names: Set<String> {
    switch self {
    case .front: ColumnRole.frontNames
    case .back: ColumnRole.backNames
    case .tags: ["tags", "tag", "labels", "label", "keywords"]
    case .deck: ["deck", "deckname", "set"]
    case .subTopic: ColumnRole.subTopicNames
    }
  }

  private static let frontNames: Set<String> = [
    "front", "question", "q", "term", "word", "prompt", "fronttext", "expression", "side1", "recto",
  ]
  private static let backNames: Set<String> = [
    "back", "answer", "a", "definition", "meaning", "translation", "backtext", "response", "side2",
    "verso",
  ]
  private static let subTopicNames: Set<String> = [
    "subtopic", "topic", "chapter", "section", "category", "level", "lesson", "unit",
  ]

  /// Names whose bare numbers mean little by themselves: `3` becomes `Lesson 3`.
  static let numbered: Set<String> = ["level", "lesson", "unit", "chapter"]

  /// A column's name as names are compared.
  static func normalised(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.lowercased().unicodeScalars.filter {
          $0 != "-" && $0 != "_" && !$0.properties.isWhitespace
        }))
  }

  /// The role of a normalised name, nil for any other.
  static func role(of name: String) -> ColumnRole? {
    allCases.first { $0.names.contains(name) }
  }
}

/// Which column of a delimited file holds what, from 0.
public struct ColumnMap: Hashable, Sendable {
  public internal(set) var front = 0
  public internal(set) var back = 1
  public internal(set) var tags: Int?
  public internal(set) var deck: Int?
  public internal(set) var subTopic: Int?
  /// The header's name of a sub-topic column whose bare numbers get it in front.
  public internal(set) var numberedName: String?

  /// Front, back, and whatever follows belongs to the back.
  public init() {}

  /// The map that a header row says, or nil if it names no front or no back.
  init?(header: [String]) {
    let names = header.map(ColumnRole.normalised)
    func first(_ role: ColumnRole) -> Int? { names.firstIndex { role.names.contains($0) } }
    guard let front = first(.front), let back = first(.back) else { return nil }
    self.front = front
    self.back = back
    tags = first(.tags)
    deck = first(.deck)
    subTopic = first(.subTopic)
    if let subTopic, ColumnRole.numbered.contains(names[subTopic]) {
      numberedName = CardText.cleaned(header[subTopic])
    }
  }

  /// Whether a column belongs to the back because it has no role.
  func isExtra(_ column: Int) -> Bool {
    column != front && column != back && column != tags && column != deck && column != subTopic
  }
}

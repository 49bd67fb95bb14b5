/// Checks text decks: what an import would refuse or skip, and what it would take, but hardly as
/// it was meant.
///
/// Cards are those of the readers that import; what stands in the file between them is looked at as
/// text.
public struct DeckCheck {
  /// What is known of a file that a card names.
  public enum MediaPresence: Sendable, Hashable {
    case present
    case missing
    /// It, or where it leads, lies outside the folder of the deck.
    case outside
  }

  /// What was found in a file.
  public struct Report: Sendable {
    /// By line and column.
    public let findings: [DeckFinding]
    /// How many cards an import would find.
    public let cards: Int
    /// Nil if it was not recognised.
    public let format: Format?
  }

  let options: DeckTextOptions
  let known: KnownCards

  /// - Parameter known: what was seen in the files before.
  public init(_ options: DeckTextOptions = DeckTextOptions(), known: KnownCards = KnownCards()) {
    self.options = options
    self.known = known
  }

  /// Checks one file.
  /// - Parameters:
  ///   - bytes: all of it.
  ///   - name: what findings call it.
  ///   - isNamed: whether that is a file's name, which says something about it.
  ///   - check: called every few cards; throws to stop.
  ///   - media: tells of a path in the folder of the deck.
  /// - Throws: what `check` throws.
  public func report(
    of bytes: [UInt8], named name: String, isNamed: Bool = true,
    check: () throws -> Void = {}, media: (String) -> MediaPresence
  ) throws -> Report {
    known.enter(name)
    let text = DeckText(bytes, name: isNamed ? name : "", options)
    guard let format = text.format else {
      return Report(findings: text.findings, cards: 0, format: nil)
    }
    var work = CheckedDeck(text, format, known: known)
    work.add(text.findings)
    work.add(CharacterScan.findings(in: text.source, isRepaired: text.isRepaired))
    if let reader = text.reader() {
      try work.read(reader, check: check, media: media)
    } else if format == .flashExport {
      work.readExport()
    } else {
      work.add(.unsupported, line: 1, "\(format.title) is imported, but can't be checked")
    }
    return Report(findings: work.sorted(), cards: work.cards, format: format)
  }
}

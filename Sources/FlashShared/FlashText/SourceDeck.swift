public import FlashModel

/// What a file says of a deck besides its cards.
public struct SourceDeck: Sendable, Hashable {
  /// Its title, as that of the drafts is read.
  public let path: String
  /// Markdown, cleaned; empty if it has none. Nil if the file does not tell.
  public let description: String?
  /// Nil if the file does not tell, or only what its program sets by itself.
  public let options: StudyOptions?

  public init(path: String, description: String?, options: StudyOptions?) {
    self.path = path
    self.description = description
    self.options = options
  }
}

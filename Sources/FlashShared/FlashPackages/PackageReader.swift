public import FlashText

/// Reads the cards of a container, a batch at a time.
///
/// The `line` of a draft or a problem is a number by which the container's program knows the note.
public protocol PackageReader: AnyObject {
  /// How many cards there are at most; for a progress bar.
  var cardCount: Int { get }
  /// Files that come with the cards, in the order in which they are read fastest.
  var media: [PackagedMedia] { get }
  /// What is wrong and can be done without, in words; more may come with each batch.
  var warnings: [String] { get }
  /// What is told of all cards.
  var telling: SourceFacts { get }
  /// What is said of decks besides their cards.
  var decks: [SourceDeck] { get }
  /// What files are called from now on, by what they were called: texts follow it.
  var mediaNames: [String: String] { get set }

  /// Unpacks a file.
  /// - Parameter take: gets its bytes, some at a time.
  func unpack(
    _ media: PackagedMedia, _ take: (ArraySlice<UInt8>) throws(PackageError) -> Void
  ) throws(PackageError)

  /// The next cards; nil at the end.
  func next() throws(PackageError) -> DraftBatch?
}

extension PackageReader {
  // Most programs say nothing of them.
  public var decks: [SourceDeck] { [] }
}

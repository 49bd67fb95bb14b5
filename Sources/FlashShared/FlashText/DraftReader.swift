/// Reads a file of cards, piece by piece.
///
/// Push every piece, then finish; each call gives the rows that are complete with it.
public protocol DraftReader {
  /// Takes in the next bytes of the file, any number; some 256 KiB are best.
  mutating func push(_ bytes: Span<UInt8>) throws(TextFormatError) -> DraftBatch

  /// Says that the file ends.
  mutating func finish() throws(TextFormatError) -> DraftBatch
}

extension DelimitedReader: DraftReader {}
extension JSONCardReader: DraftReader {}

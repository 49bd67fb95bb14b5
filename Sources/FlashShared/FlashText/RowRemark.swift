/// What a file of cards is read for.
public enum ReadingPurpose: Sendable, Hashable {
  /// Its cards. What is broken beyond doubt refuses the file.
  case importing
  /// Its faults as well: a reader goes on after one where it can, and remarks what importing passes
  /// over without a word.
  case checking
}

/// What a reader remarks about a row when it reads for ``ReadingPurpose/checking``.
public struct RowRemark: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A syntax error, for which importing refuses the whole file.
    case malformed(String)
    /// What is a bad row in other formats, and refuses the whole file in this one.
    case refused(RowProblem.Reason)
    /// How many cells a record has.
    case cells(Int)
    /// A key that means nothing here.
    case unknownKey(String)
    /// A line with the mark of a card, but with nothing on one side of it: read as text.
    case halfCard
  }

  /// The physical line, from 1.
  public let line: Int
  public let kind: Kind
}

/// How a delimited file is written: everything its reader has to know.
public struct DelimitedDialect: Hashable, Sendable {
  public var encoding: DetectedEncoding
  /// An ASCII character, no quote and no line end.
  public var delimiter: UInt8
  /// Whether the first line is a spreadsheet's `sep=;`.
  public var hasSeparatorLine = false
  /// Whether the first record names the columns.
  public var hasHeader = false
  public var columns = ColumnMap()
  /// What begins a record that is a comment; empty means nothing does.
  public var comment: [UInt8] = []
  /// Whether the sides are HTML; they are Markdown otherwise.
  public var isHTML = false
  /// What the columns of Anki's notes hold; nil for rows that are cards.
  var notes: AnkiNoteColumns?

  public init(encoding: DetectedEncoding, delimiter: UInt8) {
    self.encoding = encoding
    self.delimiter = delimiter
  }

  /// What the columns tell of every card.
  public var facts: SourceFacts {
    (notes == nil ? columns.tags : notes?.tags) == nil ? [] : [.tags]
  }

  /// Whether a byte can delimit cells.
  public static func canDelimit(_ byte: UInt8) -> Bool {
    byte < 0x7F && (byte >= 0x20 || byte == 0x09) && byte != UInt8(ascii: "\"")
  }

  /// The name of a delimiter for people: `comma`, `tab`, `'#'`.
  public static func name(of delimiter: UInt8) -> String {
    switch delimiter {
    case UInt8(ascii: "\t"): "tab"
    case UInt8(ascii: ","): "comma"
    case UInt8(ascii: ";"): "semicolon"
    case UInt8(ascii: "|"): "pipe"
    case UInt8(ascii: " "): "space"
    default: "'\(Character(Unicode.Scalar(delimiter)))'"
    }
  }
}

/// What the user says about a delimited file; what is left open is found out.
public struct DelimitedOptions: Hashable, Sendable {
  public var delimiter: UInt8?
  public var hasHeader: Bool?
  /// What begins a comment, such as `#`; empty means nothing does.
  public var comment: [UInt8] = []
  /// Whether the sides are HTML.
  public var isHTML = false

  public init(
    delimiter: UInt8? = nil, hasHeader: Bool? = nil, comment: String = "", isHTML: Bool = false
  ) {
    self.delimiter = delimiter
    self.hasHeader = hasHeader
    self.comment = Array(comment.utf8)
    self.isHTML = isHTML
  }
}

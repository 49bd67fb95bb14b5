/// How large the parts of a document may be, so that time and memory stay bounded whatever it holds.
enum XMLLimits {
  /// Elements within one another.
  static let depth = 256
  /// Attributes of one element. libxml2 compares each with all others.
  static let attributes = 256
  /// Bytes of a tag, a comment, an instruction or a document type, which the parser holds as one.
  static let markup = 8 << 20
  /// Bytes of a name.
  static let name = 1_000
  /// Different names in a document, which are kept until its end.
  static let names = 10_000
}

/// What somebody says of text decks; what is left open is found out.
public struct DeckTextOptions: Sendable, Hashable {
  public var format: Format?
  public var encoding: TextEncoding?
  public var delimited = DelimitedOptions()
  public var quizlet = QuizletOptions()

  public init() {}
}

/// A text deck that is in memory as a whole: its text, and what it was found to be.
struct DeckText {
  let source: SourceText
  let encoding: DetectedEncoding
  /// Nil if it was not recognised.
  let format: Format?
  /// How delimited text is written; nil for other formats.
  let dialect: DelimitedDialect?
  /// Whether bytes that were no text stand as U+FFFD in it.
  let isRepaired: Bool
  /// What is wrong with its bytes, or with all of it.
  private(set) var findings: [DeckFinding] = []
  private let options: DeckTextOptions

  /// - Parameter name: the file's name; empty for standard input.
  init(_ bytes: [UInt8], name: String, _ options: DeckTextOptions) {
    self.options = options
    let decoded = DecodedBytes(bytes, declared: options.encoding)
    source = SourceText(decoded.text)
    encoding = decoded.encoding
    isRepaired = decoded.isRepaired
    var findings = decoded.findings(in: source)
    var format: Format?
    var dialect: DelimitedDialect?
    if !decoded.isBinary {
      do throws(TextFormatError) {
        let found = try DeckText.format(of: source.bytes, name: name, options)
        format = found
        dialect = DeckText.dialect(of: source.bytes, found, name: name, options)
      } catch {
        findings.append(DeckFinding(error))
      }
    } else if let finding = DeckText.package(bytes, name: name) {
      findings = [finding]
    }
    self.format = format
    self.dialect = dialect
    self.findings = findings
  }

  /// A reader of its cards; nil for a flash export, and for what is not read.
  func reader() -> (any DraftReader)? {
    if let dialect { return DelimitedReader(dialect, for: .checking) }
    let encoding = DetectedEncoding(.utf8)
    if format == .quizlet { return QuizletReader(options.quizlet, encoding) }
    return format?.reader(encoding, for: .checking)
  }

  private static func format(
    of text: [UInt8], name: String, _ options: DeckTextOptions
  ) throws(TextFormatError) -> Format {
    let isJSON: Set<Format> = [.jsonCards, .flashExport, .ankiJSON]
    var format = options.format
    if format == nil || format == .jsonCards {
      let found = try Format.detect(name: name, head: text.span).format
      // "JSON Lines" may mean each of them.
      if format == nil || isJSON.contains(found) { format = found }
    }
    guard let format, format != .markdown else { throw .empty }
    try format.checkReadable()
    return format
  }

  private static func dialect(
    of text: [UInt8], _ format: Format, name: String, _ options: DeckTextOptions
  ) -> DelimitedDialect? {
    let isWhole = text.count <= TextLimits.head
    let encoding = DetectedEncoding(.utf8)
    switch format {
    case .delimited:
      return DelimitedDetection(
        head: text.span, isWhole: isWhole, encoding: encoding, name: name,
        options: options.delimited
      ).dialect
    case .ankiText:
      return AnkiTextDetection(
        head: text.span, isWhole: isWhole, encoding: encoding,
        delimiter: options.delimited.delimiter, isHTML: options.delimited.isHTML ? true : nil
      ).dialect
    default: return nil
    }
  }

  /// What is told of a file of binary data that is no damaged text, but a package.
  private static func package(_ bytes: [UInt8], name: String) -> DeckFinding? {
    do throws(TextFormatError) {
      let format = try Format.detect(name: name, head: bytes.span).format
      try format.checkReadable()
      let databases: Set<Format> = [.ankiCollection, .mnemosyneDatabase]
      guard format.isArchived || databases.contains(format) else { return nil }
      return DeckFinding(.unsupported, "\(format.title) is imported, but can't be checked")
    } catch {
      return DeckFinding(error)
    }
  }
}

extension DeckFinding {
  /// What refuses a file as a whole.
  init(_ error: TextFormatError) {
    let code: FindingCode =
      switch error {
      case .unknownFormat: .unknownFormat
      case .encoding: .encoding
      case .malformed, .corrupt, .unsafe: .malformed
      case .tooNew, .unsupported: .unsupported
      case .tooLarge: .tooLarge
      case .empty: .empty
      }
    self.init(code, line: error.line ?? 1, error.reason)
  }
}

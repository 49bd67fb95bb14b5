import FlashCollection
import FlashCommand
import FlashModel
import FlashPackages
import FlashText

/// What a file was found to be, and why.
struct Recognition {
  let format: Format
  /// Nil for containers, whose parts have their own.
  let encoding: DetectedEncoding?
  /// How delimited text is written; nil for other formats.
  private let dialect: DelimitedDialect?
  /// How a Quizlet export is split.
  private let quizlet: QuizletOptions
  /// What the file itself says about cards that are here with another text.
  let ifMatches: AnkiTextDetection.IfMatches?
  /// In words, the format first.
  let reasons: [String]
  let warnings: [String]

  /// Looks at a file's content, then at its name; what the options say wins.
  /// - Parameter check: throws once the command is to stop.
  /// - Throws: `ImportError`, and what `check` throws.
  init(of file: SourceFile, _ options: ImportOptions, check: () throws -> Void) throws {
    var buffer: [UInt8] = []
    _ = try file.read(into: &buffer)
    if buffer.starts(with: [0x1F, 0x8B]) {
      try file.unpack()
      if !(try file.read(into: &buffer)) { buffer = [] }
    }
    let head = buffer
    do {
      let (format, reason) = try Recognition.format(of: file, head: head, options)
      guard !format.isContainer(isArchive: head.starts(with: [0x50, 0x4B])) else {
        self.format = format
        (encoding, dialect, ifMatches) = (nil, nil, nil)
        quizlet = QuizletOptions()
        reasons = ["\(format.title): \(reason)"]
        warnings = []
        try file.rewind()
        return
      }
      self.format = format
      let given = options.encoding?.encoding
      let declared = format.isXML ? try XMLEncoding.detect(head: head.span, given: given) : nil
      let encoding =
        try declared ?? Recognition.scan(file, after: head, EncodingScan(declared: given), check)
      self.encoding = encoding
      warnings = encoding.isAssumed ? ["not UTF-8: read as \(encoding.encoding.rawValue)"] : []
      let isDeclared = declared != nil && given == nil
      var reasons = [
        "\(format.title): \(reason)",
        encoding.reason(isGiven: given != nil, isDeclared: isDeclared),
      ]
      if format == .delimited {
        let detection = DelimitedDetection(
          head: head.span, isWhole: !file.isPacked && file.size <= head.count, encoding: encoding,
          name: file.contentName,
          options: options.delimited)
        (dialect, ifMatches) = (detection.dialect, nil)
        reasons += detection.reasons
      } else if format == .ankiText {
        let detection = AnkiTextDetection(
          head: head.span, isWhole: !file.isPacked && file.size <= head.count, encoding: encoding,
          delimiter: options.delimiter?.byte, isHTML: options.isHTML ? true : nil)
        (dialect, ifMatches) = (detection.dialect, detection.ifMatches)
        reasons += detection.reasons
      } else {
        (dialect, ifMatches) = (nil, nil)
      }
      if file.isPacked { reasons.append("gzip: its first bytes say so") }
      quizlet = options.quizlet ?? QuizletOptions()
      self.reasons = reasons
    } catch let error as TextFormatError {
      throw ImportError.refused(file: file.name, error)
    }
    try file.rewind()
  }

  /// Whether it is read from its container, and not as text.
  var isContainer: Bool { encoding == nil }

  /// What a text tells of all its cards; a container's reader knows better.
  var facts: SourceFacts {
    if let dialect { return dialect.facts }
    return format == .ankiJSON || format == .ankiApp ? [.tags] : []
  }

  /// Finds out the encoding from all bytes of a file.
  private static func scan(
    _ file: SourceFile, after head: [UInt8], _ scan: EncodingScan, _ check: () throws -> Void
  ) throws -> DetectedEncoding {
    var scan = scan
    try scan.push(head.span)
    var buffer: [UInt8] = []
    while !scan.isDecided, try file.read(into: &buffer) {
      try check()
      try scan.push(buffer.span)
    }
    return try scan.finish()
  }

  private static func format(
    of file: SourceFile, head: [UInt8], _ options: ImportOptions
  ) throws(TextFormatError) -> (Format, reason: String) {
    let name = file.isNamed ? file.contentName : ""
    if let given = options.format?.format, given != .jsonCards {
      try given.checkReadable()
      return (given, "given")
    }
    if options.format == nil, options.quizlet != nil {
      return (.quizlet, "its separators are given")
    }
    let isDatabase = head.starts(with: Array("SQLite format 3".utf8))
    let known = isDatabase ? head + DatabaseSchema.pages(of: file.number) : head
    let found = try Format.detect(name: name, head: known.span, members: file.zipMembers(head))
    if options.format != nil, !found.format.isJSON { return (.jsonCards, "given") }
    try found.checkReadable()
    return (found.format, found.reason)
  }

  /// A reader of the file's cards; nil for a flash export, which has more than cards.
  /// - Throws: `TextFormatError` if there is no memory for it.
  func cardReader() throws(TextFormatError) -> (any DraftReader)? {
    if let dialect { return DelimitedReader(dialect) }
    guard let encoding else { return nil }
    if format == .quizlet { return QuizletReader(quizlet, encoding) }
    if let reader = format.reader(encoding) { return reader }
    return try format.xmlReader(encoding)
  }
}

extension SourceFile {
  /// The names in the directory of a zip archive; nil for other files, and for one whose directory
  /// can't be read, which its reader will tell.
  fileprivate func zipMembers(_ head: [UInt8]) -> [String]? {
    guard head.starts(with: [0x50, 0x4B]) else { return nil }
    // As said: whoever reads it tells what is wrong with it.
    return (try? ZipArchive(descriptor: number))?.members.map(\.name)
  }
}

extension Format {
  /// Whether "JSON Lines" may mean it.
  fileprivate var isJSON: Bool { self == .jsonCards || self == .flashExport || self == .ankiJSON }
}

extension DetectedEncoding {
  /// In words: `utf-8, with a byte order mark`.
  fileprivate func reason(isGiven: Bool, isDeclared: Bool) -> String {
    let name = encoding.rawValue
    if markLength > 0 { return "\(name): the byte order mark says so" }
    if isGiven { return "\(name): given" }
    if isDeclared { return "\(name): declared" }
    if isAssumed { return "\(name): not valid UTF-8" }
    return encoding == .utf8 ? "\(name): all of it is valid" : "\(name): every second byte is 0"
  }
}

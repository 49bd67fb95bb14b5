/// What a delimited file was found to be, and why.
public struct DelimitedDetection: Sendable, Hashable {
  public var dialect: DelimitedDialect
  /// In words, for a person who wonders: `comma: 50 of 50 records have 2 columns`.
  public var reasons: [String]

  /// Finds out how a file is delimited.
  /// - Parameters:
  ///   - head: the first bytes of the file, as they are; up to ``TextLimits/head`` are looked at.
  ///   - isWhole: whether the file ends with `head`.
  ///   - encoding: what ``EncodingScan`` found.
  ///   - name: the file's name, whose extension tips the balance.
  ///   - options: what the user says; it wins.
  public init(
    head: Span<UInt8>, isWhole: Bool, encoding: DetectedEncoding, name: String = "",
    options: DelimitedOptions = DelimitedOptions()
  ) {
    let size = Swift.min(head.count, TextLimits.head)
    var text: [UInt8] = []
    var decoder = TextDecoder(encoding)
    // A fault is the reader's to report, with its line; what decodes before it is enough here.
    try? decoder.decode(head.extracting(0..<size), into: &text)
    let sample = RecordSample(
      text: text, isWhole: isWhole && size == head.count, comment: options.comment)
    let choice = DelimiterChoice(sample, name: name, given: options.delimiter)

    dialect = DelimitedDialect(encoding: encoding, delimiter: choice.delimiter)
    dialect.hasSeparatorLine = sample.separator != nil
    dialect.comment = options.comment
    dialect.isHTML = options.isHTML
    reasons = [choice.reason]
    let first = sample.records(delimiter: choice.delimiter, atMost: 1).first ?? []
    let named = options.hasHeader == false ? nil : ColumnMap(header: first)
    dialect.hasHeader = options.hasHeader ?? (named != nil)
    dialect.columns = named ?? ColumnMap()
    reasons.append(DelimitedDetection.headerReason(dialect, isNamed: named != nil))
  }

  private static func headerReason(_ dialect: DelimitedDialect, isNamed: Bool) -> String {
    guard isNamed else {
      return (dialect.hasHeader ? "header without known names" : "no header")
        + ": column 1 is the front, 2 the back, further ones are appended to the back"
    }
    let roles: [(String, Int?)] = [
      ("front", dialect.columns.front), ("back", dialect.columns.back),
      ("tags", dialect.columns.tags), ("deck", dialect.columns.deck),
      ("sub-topic", dialect.columns.subTopic),
    ]
    let names = roles.filter { $0.1 != nil }.sorted { ($0.1 ?? 0) < ($1.1 ?? 0) }.map(\.0)
    return "header names " + names.joined(separator: ", ")
  }
}

/// The first records of a file, split at one delimiter or another.
struct RecordSample {
  /// What a spreadsheet's first line `sep=X` says.
  let separator: UInt8?
  private let text: [UInt8]
  private let start: Int
  private let isWhole: Bool
  private let comment: [UInt8]

  init(text: [UInt8], isWhole: Bool, comment: [UInt8]) {
    self.text = text
    self.isWhole = isWhole
    self.comment = comment
    let end = text.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
    let line = text[..<end]
    let isSeparator =
      line.count == 5 && line.prefix(4).map { $0 | 0x20 } == Array("sep=".utf8).map { $0 | 0x20 }
      && line[3] == UInt8(ascii: "=") && DelimitedDialect.canDelimit(line[4])
    separator = isSeparator ? line[4] : nil
    start = isSeparator ? end : 0
  }

  /// The cells of the first records, without comments and blank records.
  func records(delimiter: UInt8, atMost limit: Int) -> [[String]] {
    var splitter = RecordSplitter(delimiter: delimiter)
    var records: [[String]] = []
    var index = start
    while index < text.count, records.count < limit {
      // If not even one record ends within the head, what there is of it has to do.
      var outcome = splitter.split(
        text, until: text.count, from: index, isLast: isWhole, gaveUpOnQuotes: true)
      if outcome == .incomplete, records.isEmpty {
        outcome = splitter.split(
          text, until: text.count, from: index, isLast: true, gaveUpOnQuotes: true)
      }
      guard case .record(let end, _) = outcome else { break }
      let cells = splitter.cells.map(string)
      let isComment = !comment.isEmpty && text[index...].starts(with: comment)
      if !isComment, cells.contains(where: { !CardText.cleaned($0).isEmpty }) {
        records.append(cells)
      }
      index = end
    }
    return records
  }

  private func string(_ cell: RecordSplitter.Cell) -> String {
    var bytes = Array(text[cell.range])
    guard cell.isQuoted else { return String(decoding: bytes, as: UTF8.self) }
    let range = RecordSplitter.appendUnquoted(0..<bytes.count, of: &bytes)
    return String(decoding: bytes[range], as: UTF8.self)
  }
}

/// The delimiter that fits a sample best.
struct DelimiterChoice {
  let delimiter: UInt8
  let reason: String

  /// In the order that wins a tie.
  private static let candidates = Array("\t;|,".utf8)

  init(_ sample: RecordSample, name: String, given: UInt8?) {
    if let delimiter = given ?? sample.separator {
      self.delimiter = delimiter
      let source = given != nil ? "given" : "the first line says so"
      reason = "\(DelimitedDialect.name(of: delimiter)): \(source)"
      return
    }
    var best: (score: Double, delimiter: UInt8, reason: String)?
    for candidate in DelimiterChoice.candidates {
      let counts = sample.records(delimiter: candidate, atMost: TextLimits.sampledRecords)
        .map(\.count)
      guard let common = DelimiterChoice.mostCommon(counts.filter { $0 > 1 }) else { continue }
      let score =
        Double(common.times) / Double(counts.count)
        + DelimiterChoice.bonus(of: candidate, name: name.lowercased())
      if score > (best?.score ?? 0) + 1e-9 {
        let words = "\(common.times) of \(counts.count) records have \(common.count) columns"
        best = (score, candidate, "\(DelimitedDialect.name(of: candidate)): \(words)")
      }
    }
    delimiter = best?.delimiter ?? UInt8(ascii: ",")
    reason = best?.reason ?? "comma: nothing gives two columns"
  }

  private static func bonus(of delimiter: UInt8, name: String) -> Double {
    switch delimiter {
    case UInt8(ascii: "\t") where name.hasSuffix(".tsv") || name.hasSuffix(".tab"): 1
    case UInt8(ascii: ",") where name.hasSuffix(".csv"): 0.01
    default: 0
    }
  }

  /// The count that occurs most often, the larger one of several.
  private static func mostCommon(_ counts: [Int]) -> (count: Int, times: Int)? {
    var times: [Int: Int] = [:]
    for count in counts { times[count, default: 0] += 1 }
    return times.max { ($0.value, $0.key) < ($1.value, $1.key) }
      .map { (count: $0.key, times: $0.value) }
  }
}

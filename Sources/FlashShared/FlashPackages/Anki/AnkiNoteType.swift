import FlashModel

/// A note type of Anki: its fields, and how cards are made of them.
struct AnkiNoteType {
  struct CardType {
    let name: String
    /// Nil if one of the templates can't be used.
    let sides: (front: AnkiTemplate, back: AnkiTemplate)?
    /// The field that is the card's hint, which the front does without; nil if there is none.
    var hint: Int?
  }

  let name: String
  let isCloze: Bool
  let fields: [String]
  let cards: [CardType]
  /// Why a template can't be used, in words; nil if all can.
  let flaw: String?

  /// A template as it is stored.
  struct Source {
    let name: String
    let front: [UInt8]
    let back: [UInt8]
  }

  init(name: String, isCloze: Bool, fields: [String], templates: [Source]) {
    self.name = name
    self.isCloze = isCloze
    self.fields = fields
    let places = Dictionary(
      fields.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var flaw: String?
    let size = templates.reduce(0) { $0 + $1.front.count + $1.back.count }
    guard size <= AnkiNoteType.largestTemplate else {
      self.flaw = "its templates are larger than \(AnkiNoteType.largestTemplate) bytes"
      cards = templates.map { CardType(name: $0.name, sides: nil) }
      return
    }
    cards = templates.map { template in
      func parsed(_ text: [UInt8]) -> AnkiTemplate? {
        var parser = AnkiTemplateParser(text, fields: places)
        do throws(AnkiTemplateFlaw) {
          return try parser.parse()
        } catch {
          flaw = flaw ?? "\(template.name): \(error.words)"
          return nil
        }
      }
      let hint = AnkiStockNoteType.hint(in: template.front)
      let place = hint.flatMap { places[$0.field] }
      let front = parsed(template.front.dropLast(place == nil ? 0 : hint?.count ?? 0))
      let back = parsed(template.back)
      guard let front, let back else { return CardType(name: template.name, sides: nil) }
      return CardType(name: template.name, sides: (front, back), hint: place)
    }
    self.flaw = flaw
  }

  /// The card type of an ordinal; all cards of a cloze note have the first.
  func card(_ ordinal: Int) -> CardType? {
    let place = isCloze ? 0 : ordinal
    return cards.indices.contains(place) ? cards[place] : nil
  }

  /// Templates of one note type together may have so many bytes.
  static let largestTemplate = 4 << 20
}

extension AnkiNoteType {
  /// A note type as schema 11 keeps it; nil for what is none.
  init?(json: JSONValue) {
    guard case .array(let fields)? = json["flds"], case .array(let templates)? = json["tmpls"]
    else {
      return nil
    }
    func ordered(_ values: [JSONValue]) -> [JSONValue] {
      values.enumerated().sorted {
        ($0.element["ord"]?.whole ?? $0.offset, $0.offset)
          < ($1.element["ord"]?.whole ?? $1.offset, $1.offset)
      }.map(\.element)
    }
    self.init(
      name: json["name"]?.text ?? "", isCloze: json["type"]?.whole == 1,
      fields: ordered(fields).map { $0["name"]?.text ?? "" },
      templates: ordered(templates).map { template in
        Source(
          name: template["name"]?.text ?? "",
          front: Array((template["qfmt"]?.text ?? "").utf8),
          back: Array((template["afmt"]?.text ?? "").utf8))
      })
  }

  /// Whether the message that schema 18 keeps of a note type says that it is one of cloze texts.
  static func isCloze(config: [UInt8]) throws(PackageError) -> Bool {
    var reader = ProtobufReader(config)
    var kind: UInt64 = 0
    while let field = try reader.next() {
      if field.number == 1, case .varint(let value) = field.value { kind = value }
    }
    return kind == 1
  }

  /// A template as the message of schema 18 has it.
  static func source(name: String, config: [UInt8]) throws(PackageError) -> Source {
    var reader = ProtobufReader(config)
    var (front, back) = ([UInt8](), [UInt8]())
    while let field = try reader.next() {
      guard case .bytes(let range) = field.value else { continue }
      if field.number == 1 { front = Array(config[range]) }
      if field.number == 2 { back = Array(config[range]) }
    }
    return Source(name: name, front: front, back: back)
  }
}

extension JSONValue {
  /// The text of a string; nil for anything else.
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// A whole number, also one written as text or with a fraction of 0.
  var whole: Int? {
    switch self {
    case .integer(let value): Int(clamping: value)
    case .double(let value): Int(exactly: value)
    case .string(let text): Int(text)
    default: nil
    }
  }

  /// A number that is finite.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value.isFinite ? value : nil
    default: nil
    }
  }
}

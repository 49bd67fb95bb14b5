import FlashModel
import FlashText

/// Reads a deck of AnkiApp (now AlgoApp): declared fields, and cards that fill them.
///
/// A card's fields come in the order in which they are declared; where none of their names is
/// declared, the first is the front. The element `field` has the declared type unless an element in
/// it says another; newer exports name the element by the type.
struct AnkiAppDeck: XMLDeck {
  private var name = ""
  private var tags: [String] = []
  private var definitions: [AnkiAppFieldDefinition] = []
  private var isInDefinitions = false
  private var line = 0
  private var fields: [AnkiAppField] = []
  /// The depth of the open card; 0 outside of one.
  private var cardDepth = 0
  /// The depth of the open field; 0 outside of one.
  private var fieldDepth = 0
  private var text = XMLText()
  private var isTooLong = false
  private var html = HTMLText()
  /// The tags of the open card as an attribute, and what they come to together with the deck's.
  private var cardTags: (attribute: ArraySlice<UInt8>, names: [UInt8]) = ([], [])

  mutating func start(
    _ element: XMLElement, into batch: inout DraftBatch
  ) throws(TextFormatError) {
    if fieldDepth > 0 {
      startInField(element)
    } else if cardDepth > 0 {
      guard element.depth == cardDepth + 1 else { return }
      let type = AnkiAppFieldType(rawValue: element.name)
      guard type != nil || element.name == "field" else { return }
      fieldDepth = element.depth
      fields.append(AnkiAppField(name: element.text("name") ?? "", type: type))
      text.removeAll()
      appendMedia(element)
    } else if element.name == "card" {
      cardDepth = element.depth
      line = element.line
      isTooLong = false
      fields.removeAll(keepingCapacity: true)
      let attribute = element.bytes("tags") ?? []
      if attribute != cardTags.attribute { setTags(attribute) }
    } else if element.depth == 1 {
      name = element.text("name") ?? ""
      tags = AnkiAppDeck.names(element.bytes("tags") ?? [])
      setTags([])
    } else if isInDefinitions, element.depth == 3 {
      guard let type = AnkiAppFieldType(rawValue: element.name) else { return }
      definitions.append(
        AnkiAppFieldDefinition(
          name: element.text("name") ?? "", type: type, sides: element.text("sides")))
    } else if element.name == "fields", element.depth == 2 {
      isInDefinitions = true
    }
  }

  /// Markup in a field: one element that names the type, media, or HTML.
  private mutating func startInField(_ element: XMLElement) {
    let place = fields.count - 1
    if element.depth == fieldDepth + 1, fields[place].type == nil,
      text.bytes.allSatisfy({ $0 <= 0x20 }), let type = AnkiAppFieldType(rawValue: element.name)
    {
      fields[place].type = type
      text.removeAll()
    }
    if !appendMedia(element) { appendMarkup(element) }
  }

  private mutating func appendMarkup(_ element: XMLElement) {
    let isOuter = AnkiAppFieldType(rawValue: element.name) != nil
    if isRich, !isOuter { text.appendStart(element) }
  }

  private var isRich: Bool {
    guard let field = fields.last else { return false }
    let type = field.type ?? definitions.first { $0.name == field.name }?.type
    return type == .richText
  }

  /// Adds a picture or sound, whose id is the name of its file.
  @discardableResult
  private mutating func appendMedia(_ element: XMLElement) -> Bool {
    guard ["img", "audio", "video"].contains(element.name), let id = element.text("id"),
      let name = AnkiAppDeck.mediaName(id)
    else { return false }
    switch (isRich, element.name) {
    case (true, "img"): text.append("<img src=\"\(name)\">")
    case (true, _): text.append("<a href=\"\(name)\">\(name)</a>")
    case (false, "img"): text.append("![](\(name))")
    case (false, _): text.append("[\(name)](\(name))")
    }
    return true
  }

  mutating func text(_ bytes: ArraySlice<UInt8>) {
    if fieldDepth > 0 { text.append(bytes) }
  }

  mutating func end(
    _ name: String, depth: Int, line: Int, into batch: inout DraftBatch
  ) throws(TextFormatError) {
    if fieldDepth > 0 {
      if depth == fieldDepth {
        isTooLong = isTooLong || text.isTooLong
        fields[fields.count - 1].text = AnkiAppDeck.withMedia(text.take())
        fieldDepth = 0
      } else if isRich, AnkiAppFieldType(rawValue: name) == nil {
        text.appendEnd(name)
      }
    } else if depth == cardDepth {
      cardDepth = 0
      addCard(to: &batch)
    } else if depth == 2 {
      isInDefinitions = false
    }
  }

  private mutating func addCard(to batch: inout DraftBatch) {
    guard !isTooLong else {
      return batch.add(RowProblem(line: line, reason: .recordTooLong))
    }
    var front: [Range<Int>] = []
    var back: [Range<Int>] = []
    var isDeclared = false
    for definition in definitions {
      guard let field = fields.first(where: { $0.name == definition.name }) else { continue }
      isDeclared = true
      let text = field.markdown(definition.type, into: &batch, &html)
      if definition.isOnFront { front.append(text) }
      if definition.isOnBack { back.append(text) }
    }
    for (place, field) in fields.enumerated() {
      guard !isDeclared || !definitions.contains(where: { $0.name == field.name }) else { continue }
      let text = field.markdown(nil, into: &batch, &html)
      if place == 0, !isDeclared { front.append(text) } else { back.append(text) }
    }
    var draft = CardDraft(line: line, front: batch.join(front), back: batch.join(back))
    draft.deck = batch.append(cleaned: name)
    draft.tags = batch.append(cleanNames: cardTags.names)
    batch.add(draft)
  }

  // MARK: Tags

  private mutating func setTags(_ attribute: ArraySlice<UInt8>) {
    var seen: Set<String> = []
    let all = (tags + AnkiAppDeck.names(attribute)).filter { seen.insert($0).inserted }
    let names = all.map { Array($0.utf8) }.joined(separator: [DraftBatch.separator])
    // A copy, so that the piece of the file is not kept for it.
    cardTags = (Array(attribute)[...], Array(names))
  }

  /// The names of a list with commas.
  private static func names(_ list: ArraySlice<UInt8>) -> [String] {
    list.split(separator: UInt8(ascii: ",")).map {
      CardText.cleaned(String(decoding: $0, as: UTF8.self))
    }.filter { !$0.isEmpty }
  }

  // MARK: Media

  /// The name of a file of media: its hash. Nil for what is none.
  private static func mediaName(_ id: String) -> String? {
    let isHash = id.utf8.count == 64 || id.utf8.count == 32
    return isHash && id.utf8.allSatisfy(\.isHexadecimal) ? id : nil
  }

  /// A text with pictures in place of `{{blob H}}`.
  private static func withMedia(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(UInt8(ascii: "{")) else { return text }
    var result: [UInt8] = []
    var rest = text[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "{"), rest.starts(with: "{{blob ".utf8) {
        let id = rest.dropFirst(7).prefix { $0.isHexadecimal }
        if text[id.endIndex...].starts(with: "}}".utf8),
          let name = mediaName(String(decoding: id, as: UTF8.self))
        {
          result.append(contentsOf: "![](\(name))".utf8)
          rest = text[(id.endIndex + 2)...]
          continue
        }
      }
      result.append(byte)
      rest = rest.dropFirst()
    }
    return result
  }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}

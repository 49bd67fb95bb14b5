import FlashModel
import FlashText

// What Anki says of decks: names, descriptions, and the presets that they follow.

/// A row of Anki's decks.
struct AnkiDeck {
  let title: String
  /// The id of its preset.
  var preset = AnkiPreset.defaultID
  /// HTML, or Markdown.
  var description = ""
  var isMarkdown = false

  /// A deck as schema 11 keeps it.
  init?(json: JSONValue) {
    guard let name = json["name"]?.text, let title = DeckPath(name)?.title else { return nil }
    self.title = title
    preset = (json["conf"]?.whole).map { Int64($0) } ?? AnkiPreset.defaultID
    description = json["desc"]?.text ?? ""
    isMarkdown = json["md"] == .bool(true)
  }

  /// A deck as schema 18 keeps it.
  /// - Parameter kind: a message with what only decks of that kind have.
  init(title: String, kind: [UInt8]) throws(PackageError) {
    self.title = title
    var reader = ProtobufReader(kind)
    while let field = try reader.next() {
      // The other kind is filtered, whose cards are at home elsewhere.
      guard field.number == 1, case .bytes(let range) = field.value else { continue }
      var normal = ProtobufReader(kind, range)
      while let field = try normal.next() {
        switch (field.number, field.value) {
        case (1, .varint(let id)): preset = Int64(truncatingIfNeeded: id)
        case (4, .bytes(let range)): description = normal.text(range)
        case (5, .varint(let flag)): isMarkdown = flag != 0
        default: break
        }
      }
    }
  }

  /// What cards here are to know of it.
  func source(_ options: StudyOptions?) -> SourceDeck {
    SourceDeck(
      path: title,
      description: isMarkdown ? CardText.cleaned(description) : AnkiFields.markdown(description),
      options: options)
  }
}

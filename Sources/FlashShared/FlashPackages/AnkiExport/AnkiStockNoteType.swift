import FlashModel
import FlashText

/// The note types that cards are exported as: those that every collection of Anki begins with, and a
/// field for hints, which Anki shows when it is asked to.
public enum AnkiStockNoteType: Int64, Sendable, CaseIterable {
  // Ids of Flash's own, the same in every export: Anki knows its note types by them.
  case basic = 1_704_067_200_011
  case reversed = 1_704_067_200_012
  case cloze = 1_704_067_200_013
  case typeIn = 1_704_067_200_014

  var name: String {
    switch self {
    case .basic: AnkiNoteTypeName.basic
    case .reversed: AnkiNoteTypeName.reversed
    case .cloze: AnkiNoteTypeName.cloze
    case .typeIn: AnkiNoteTypeName.typeIn
    }
  }

  private var fields: [String] {
    switch self {
    case .basic, .typeIn: ["Front", "Back", AnkiStockNoteType.hint]
    case .reversed: ["Front", "Back", AnkiStockNoteType.hint, AnkiStockNoteType.reverseHint]
    case .cloze: ["Text", "Back Extra", AnkiStockNoteType.hint]
    }
  }

  /// Question and answer of each card, without the hint.
  private var sides: [(name: String, front: String, back: String)] {
    let forward = ("Card 1", "{{Front}}", "{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}")
    switch self {
    case .basic: return [forward]
    case .reversed:
      return [
        forward, ("Card 2", "{{Back}}", "{{FrontSide}}\n\n<hr id=answer>\n\n{{Front}}"),
      ]
    case .cloze: return [("Cloze", "{{cloze:Text}}", "{{cloze:Text}}<br>\n{{Back Extra}}")]
    case .typeIn:
      return [
        (
          "Card 1", "{{Front}}\n\n{{type:Back}}",
          "{{Front}}\n\n<hr id=answer>\n\n{{type:Back}}"
        )
      ]
    }
  }

  private var templates: [(name: String, front: String, back: String)] {
    zip(sides, [AnkiStockNoteType.hint, AnkiStockNoteType.reverseHint]).map { side, hint in
      (side.name, side.front + AnkiStockNoteType.end(showing: hint), side.back)
    }
  }

  private static let hint = "Hint"
  private static let reverseHint = "Reverse Hint"

  /// What stands at the end of a question: a link that shows the hint, if there is one.
  private static func end(showing hint: String) -> String {
    "\n\n{{#\(hint)}}<div>{{hint:\(hint)}}</div>{{/\(hint)}}"
  }

  /// The field that a question ends with as its hint, and how many bytes that is; nil for a question
  /// that does not.
  static func hint(in question: [UInt8]) -> (field: String, count: Int)? {
    for hint in [hint, reverseHint] {
      let end = end(showing: hint).utf8
      if question.suffix(end.count).elementsEqual(end) { return (hint, end.count) }
    }
    return nil
  }

  private var style: String {
    let card =
      ".card {\n  font-family: arial;\n  font-size: 20px;\n  line-height: 1.5;\n"
      + "  text-align: center;\n  color: black;\n  background-color: white;\n}\n"
    guard self == .cloze else { return card }
    return card + ".cloze {\n  font-weight: bold;\n  color: blue;\n}\n"
      + ".nightMode .cloze {\n  color: lightblue;\n}\n"
  }

  private static let texStart =
    "\\documentclass[12pt]{article}\n\\special{papersize=3in,5in}\n"
    + "\\usepackage[utf8]{inputenc}\n\\usepackage{amssymb,amsmath}\n\\pagestyle{empty}\n"
    + "\\setlength{\\parindent}{0in}\n\\begin{document}\n"

  /// When these definitions were last changed, in seconds; to be raised with them.
  private static let changed: Int64 = 1_704_067_200

  /// Writes it as a member of Anki's note types.
  func write(to json: inout JSONWriter) {
    json.key(String(rawValue))
    json.beginObject()
    json.key("id")
    json.value(rawValue)
    json.key("name")
    json.value(name)
    json.key("type")
    json.value(self == .cloze ? 1 : 0)
    json.key("mod")
    json.value(AnkiStockNoteType.changed)
    json.key("usn")
    json.value(-1)
    json.key("sortf")
    json.value(0)
    json.key("did")
    json.null()
    writeTemplates(to: &json)
    writeFields(to: &json)
    json.key("css")
    json.value(style)
    json.key("latexPre")
    json.value(AnkiStockNoteType.texStart)
    json.key("latexPost")
    json.value("\\end{document}")
    json.key("latexsvg")
    json.value(false)
    writeNeeds(to: &json)
    json.key("tags")
    json.beginArray()
    json.endArray()
    json.key("vers")
    json.beginArray()
    json.endArray()
    json.endObject()
  }

  private func writeTemplates(to json: inout JSONWriter) {
    json.key("tmpls")
    json.beginArray()
    for (ordinal, template) in templates.enumerated() {
      json.beginObject()
      json.key("name")
      json.value(template.name)
      json.key("ord")
      json.value(ordinal)
      json.key("qfmt")
      json.value(template.front)
      json.key("afmt")
      json.value(template.back)
      for key in ["bqfmt", "bafmt"] {
        json.key(key)
        json.value("")
      }
      json.key("did")
      json.null()
      json.endObject()
    }
    json.endArray()
  }

  private func writeFields(to json: inout JSONWriter) {
    json.key("flds")
    json.beginArray()
    for (ordinal, field) in fields.enumerated() {
      json.beginObject()
      json.key("name")
      json.value(field)
      json.key("ord")
      json.value(ordinal)
      json.key("sticky")
      json.value(false)
      json.key("rtl")
      json.value(false)
      json.key("font")
      json.value("Arial")
      json.key("size")
      json.value(20)
      json.endObject()
    }
    json.endArray()
  }

  /// Which field each card needs: older Ankis make no card without.
  private func writeNeeds(to json: inout JSONWriter) {
    json.key("req")
    json.beginArray()
    for ordinal in templates.indices where self != .cloze {
      json.beginArray()
      json.value(ordinal)
      json.value("any")
      json.beginArray()
      json.value(ordinal)
      json.endArray()
      json.endArray()
    }
    json.endArray()
  }
}

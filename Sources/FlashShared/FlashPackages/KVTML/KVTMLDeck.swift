import FlashText

/// Reads KVTML 1 and 2, the vocabulary of KDE's trainers.
///
/// Lessons stand behind the entries they are made of, so all entries are kept until the end.
struct KVTMLDeck: XMLDeck {
  /// Bytes of all entries.
  private static let limit = 128 << 20

  private var isVersion2 = false
  private var title = ""
  /// The two languages that make a card, by the order they are declared in.
  private var languages: [String] = []
  private var entries: [KVTMLEntry] = []
  private var size = 0
  private var entry: KVTMLEntry?
  private var entryDepth = 0
  private var fields = XMLFields()
  /// The names of elements that are open.
  private var path: [String] = []
  /// Of the open translation.
  private var language = ""
  private var translation = KVTMLTranslation()
  private var lessonNames: [String] = []
  /// Version 1: the names of lessons by their numbers.
  private var numbered: [String: String] = [:]
  private var lessonOfEntry: [String: [String]] = [:]
  private var number = ""

  mutating func start(
    _ element: XMLElement, into batch: inout DraftBatch
  ) throws(TextFormatError) {
    path.append(element.name)
    if element.depth == 1 {
      isVersion2 = element.text("version")?.hasPrefix("2") ?? false
      title = element.text("title") ?? ""
    } else if isVersion2 {
      start2(element)
    } else {
      start1(element)
    }
  }

  mutating func text(_ bytes: ArraySlice<UInt8>) { fields.append(bytes) }

  mutating func end(
    _ name: String, depth: Int, line: Int, into batch: inout DraftBatch
  ) throws(TextFormatError) {
    fields.end(depth: depth)
    if isVersion2 { end2(name, depth: depth) } else { end1(name, depth: depth) }
    path.removeLast()
    guard size <= KVTMLDeck.limit else {
      throw .tooLarge(line: line, reason: "KVTML of more than 128 MiB")
    }
  }

  mutating func finish(into batch: inout DraftBatch) throws(TextFormatError) {
    for var entry in entries {
      if let lessons = lessonOfEntry[entry.id] { entry.lessons = lessons }
      entry.addCard(title: title, to: &batch)
    }
  }

  private mutating func keep() {
    guard var entry else { return }
    entry.isTooLong = entry.isTooLong || fields.isTooLong
    entries.append(entry)
    size += entry.size
    self.entry = nil
  }

  // MARK: Version 2

  private static let texts: Set = [
    "text", "pronunciation", "comment", "example", "paraphrase", "image", "sound",
  ]
  private static let grades: Set = ["currentgrade", "count", "errorcount", "date"]

  private mutating func start2(_ element: XMLElement) {
    switch element.name {
    case "identifier" where path.dropLast().last == "identifiers":
      if languages.count < 2 { languages.append(element.text("id") ?? "") }
    case "title" where path.count == 3 && path[1] == "information": begin(element)
    case "entry" where path.dropLast().last == "entries":
      entry = KVTMLEntry(line: element.line, id: element.text("id") ?? "")
      entryDepth = element.depth
    case "entry" where path.dropLast().last == "container":
      let id = element.text("id") ?? ""
      // Of several lessons, the first.
      if lessonOfEntry[id] == nil { lessonOfEntry[id] = lessonNames }
      size += id.utf8.count + 100
    case "container": lessonNames.append("")
    case "name" where path.dropLast().last == "container": begin(element)
    case "deactivated" where element.depth == entryDepth + 1: begin(element)
    case "translation" where entry != nil && element.depth == entryDepth + 1:
      language = element.text("id") ?? ""
      translation = KVTMLTranslation()
      fields.removeAll()
    case "grade" where element.depth == entryDepth + 2:
      let isForward = element.text("fromid") == languages.first ?? "0"
      if isForward, translation.grade == nil { translation.grade = KVTMLGrade() }
    default:
      let isText = KVTMLDeck.texts.contains(element.name) && element.depth == entryDepth + 2
      let isGrade = KVTMLDeck.grades.contains(element.name) && translation.grade != nil
      if entry != nil, isText || isGrade { fields.begin(element) }
    }
  }

  private mutating func begin(_ element: XMLElement) {
    fields.removeAll()
    fields.begin(element)
  }

  private mutating func end2(_ name: String, depth: Int) {
    switch name {
    case "title" where depth == 3: title = fields.text("title") ?? title
    case "name" where path.dropLast().last == "container" && !lessonNames.isEmpty:
      lessonNames[lessonNames.count - 1] = fields.text("name") ?? ""
    case "container": if !lessonNames.isEmpty { lessonNames.removeLast() }
    case "deactivated": entry?.isSuspended = fields.text("deactivated") == "true"
    case "translation" where entry != nil: endTranslation()
    case "entry" where depth == entryDepth: keep()
    default: break
    }
  }

  private mutating func endTranslation() {
    if fields.isTooLong { entry?.isTooLong = true }
    translation.word = Array(fields.bytes("text"))
    translation.notes = ["pronunciation", "comment", "example", "paraphrase"].map {
      Array(fields.bytes($0))
    }
    translation.image = fields.text("image") ?? ""
    translation.sound = fields.text("sound") ?? ""
    if translation.grade != nil {
      translation.grade = KVTMLGrade(
        grade: integer("currentgrade"), count: integer("count"), errors: integer("errorcount"),
        date: fields.text("date") ?? "")
    }
    if language == languages.first ?? "0" {
      entry?.front = translation
    } else if language == languages.dropFirst().first ?? "1" {
      entry?.back = translation
    }
  }

  private func integer(_ name: String) -> Int { fields.text(name).flatMap { Int($0) } ?? 0 }

  // MARK: Version 1

  private mutating func start1(_ element: XMLElement) {
    switch element.name {
    case "desc":
      number = element.text("no") ?? ""
      begin(element)
    case "e":
      entry = KVTMLEntry(line: element.line, id: "")
      entryDepth = element.depth
      entry?.lessons = [numbered[element.text("m") ?? ""] ?? ""].filter { !$0.isEmpty }
      fields.removeAll()
    case "o" where element.depth == entryDepth + 1: fields.begin(element)
    case "t" where element.depth == entryDepth + 1 && fields.values["t"] == nil:
      entry?.back.notes = ["p", "r"].compactMap { element.bytes($0).map(Array.init) }
      fields.begin(element)
    default: break
    }
  }

  private mutating func end1(_ name: String, depth: Int) {
    switch name {
    case "desc": numbered[number] = fields.text("desc") ?? ""
    case "e" where depth == entryDepth:
      entry?.front.word = Array(fields.bytes("o"))
      entry?.back.word = Array(fields.bytes("t"))
      keep()
    default: break
    }
  }
}

import FlashModel
import FlashText

/// A vocabulary entry of KVTML while it is read.
struct KVTMLEntry {
  let line: Int
  /// What lessons name it by; empty in version 1.
  let id: String
  var front = KVTMLTranslation()
  var back = KVTMLTranslation()
  var isSuspended = false
  /// The names of the lessons it is in, outermost first.
  var lessons: [String] = []
  var isTooLong = false

  init(line: Int, id: String) {
    self.line = line
    self.id = id
  }

  /// About how many bytes it keeps.
  var size: Int { front.size + back.size + 200 }

  /// Adds its card.
  /// - Parameter title: of the document; empty if it has none.
  func addCard(title: String, to batch: inout DraftBatch) {
    guard !isTooLong else { return batch.add(RowProblem(line: line, reason: .recordTooLong)) }
    var draft = CardDraft(line: line)
    let parts = ([title] + lessons).filter { !$0.isEmpty }
    if !parts.isEmpty { draft.deck = batch.append(cleaned: XMLFields.path(parts)) }
    draft.front = front.text(withNotes: false, to: &batch)
    draft.back = back.text(withNotes: true, to: &batch)
    // A word that has notes alone is not translated.
    if back.word.isEmpty, back.image.isEmpty { draft.back = 0..<0 }
    let schedule = back.grade?.schedule
    if isSuspended || schedule != nil {
      var detail = DraftDetail()
      detail.isSuspended = isSuspended
      detail.schedule = schedule
      batch.set(detail, of: &draft)
    }
    batch.add(draft)
  }
}

/// One side of an entry.
struct KVTMLTranslation {
  var word: [UInt8] = []
  /// Pronunciation, comment, example: what is told with the answer.
  var notes: [[UInt8]] = []
  var image = ""
  var sound = ""
  var grade: KVTMLGrade?

  var size: Int { word.count + notes.reduce(0) { $0 + $1.count } }

  func text(withNotes: Bool, to batch: inout DraftBatch) -> Range<Int> {
    var parts = [batch.append(cleaned: word[...])]
    if withNotes { parts += notes.map { batch.append(cleaned: $0[...]) } }
    if !image.isEmpty { parts.append(batch.append(cleaned: "![](\(Self.destination(image)))")) }
    if !sound.isEmpty {
      parts.append(batch.append(cleaned: "[\(sound)](\(Self.destination(sound)))"))
    }
    return batch.join(parts)
  }

  private static func destination(_ path: String) -> String {
    path.contains { " ()".contains($0) } ? "<\(path)>" : path
  }
}

/// How well an entry was known when it was last asked for.
struct KVTMLGrade {
  /// 0 to 7, as Leitner's boxes are counted.
  var grade = 0
  var count = 0
  var errors = 0
  /// `2025-01-04T10:00:00`, in local time.
  var date = ""

  /// KVTML says no due date: a box is taken to wait twice as long as the one before it, the first a
  /// day. Nil for what was never asked for.
  var schedule: ForeignSchedule? {
    guard (1...7).contains(grade), count > 0, let day = CivilDate(date.prefix(10)) else {
      return nil
    }
    let days = 1 << (grade - 1)
    let time = date.dropFirst(11).split(separator: ":").compactMap { Int($0) }
    let minute: Int? =
      if time.count >= 2, (0..<24).contains(time[0]), (0..<60).contains(time[1]) {
        time[0] * 60 + time[1]
      } else { nil }
    var schedule = ForeignSchedule(
      due: .local(CivilDate(dayNumber: day.dayNumber + Int64(days)), minute: nil),
      lastReviewed: .local(day, minute: minute), intervalDays: Double(days), ease: 2.5,
      reps: count, lapses: errors)
    schedule?.difficulty = 5
    return schedule
  }
}

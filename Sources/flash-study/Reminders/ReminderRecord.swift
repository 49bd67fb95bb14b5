import FlashCommand
import FlashModel
import FlashScheduler

/// The decks that somebody was reminded of on one study day, in a file of the state folder.
///
/// Its first line is the day's date, the others are ids of decks. A file that cannot be read counts
/// as empty: a reminder too many is better than none.
struct ReminderRecord {
  private let path: String

  init(in folder: String) { path = folder + "/reminders" }

  /// The decks that were named on `day`.
  func decks(on day: StudyDay) -> Set<DeckID> {
    // A reminder too many is better than none.
    guard let bytes = try? FileContents.bytes(of: path) else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.first.map(String.init) == day.date.description else { return [] }
    return Set(lines.dropFirst().compactMap { DeckID(String($0)) })
  }

  /// Notes decks before they are named, so that of several processes only one names them.
  /// - Returns: those that no other process noted in the meantime.
  /// - Throws: what keeps the file from being written.
  func claim(_ decks: [DeckID], on day: StudyDay) throws(SystemError) -> Set<DeckID> {
    let file = try FileReplacement(of: path)
    let before = self.decks(on: day)
    let claimed = Set(decks).subtracting(before)
    if !claimed.isEmpty { try file.commit(text(of: before.union(claimed), on: day)) }
    return claimed
  }

  /// Takes back what was noted of decks that were not named after all.
  func release(_ decks: Set<DeckID>, on day: StudyDay) throws(SystemError) {
    let file = try FileReplacement(of: path)
    try file.commit(text(of: self.decks(on: day).subtracting(decks), on: day))
  }

  private func text(of decks: Set<DeckID>, on day: StudyDay) -> [UInt8] {
    let lines = [day.date.description] + decks.map(\.description).sorted()
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }
}

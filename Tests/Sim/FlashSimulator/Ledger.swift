/// What the world knows to have happened, told by nobody but by who did it: every answer that was
/// given, and every version of a record that somebody wrote.
struct Ledger {
  /// A version of a record, as a device wrote it.
  struct Writing: Hashable {
    let content: String
    /// The moment, by a clock that is right.
    let at: Int64
    let device: String
    /// It may be lost: the only place that had it was put back to an older state.
    var isOptional = false
  }

  /// Entries of the log, by `reviews/id`; whether they may be lost.
  private(set) var entries: [String: Bool] = [:]
  /// By `entity/id`, in the order of writing.
  private(set) var writings: [String: [Writing]] = [:]

  /// Notes what an action of a device changed in its collection.
  mutating func note(_ before: TableImage, _ after: TableImage, of device: String, at now: Int64) {
    for (key, row) in after where before[key]?.content != row.content {
      if key.hasPrefix("reviews/") {
        entries[key] = false
      } else {
        // Whoever makes what another device has made already says nothing new by it: an import of the
        // same file is no edit.
        let isMadeAgain = before[key] == nil && writings[key] != nil
        writings[key, default: []].append(
          Writing(content: row.content, at: now, device: device, isOptional: isMadeAgain))
      }
    }
  }

  /// Notes what an exchange wrote by itself: a card that was moved elsewhere gets its tags anew.
  mutating func noteTags(
    _ before: TableImage, _ after: TableImage, of device: String, at now: Int64
  ) {
    for (key, row) in after where before[key]?.content != row.content {
      guard key.hasPrefix("card_sub_topics/") || key.hasPrefix("sub_topics/"),
        !versions(of: key).contains(row.content)
      else { continue }
      writings[key, default: []].append(Writing(content: row.content, at: now, device: device))
    }
  }

  /// Notes that only `images` are left of all that was written.
  mutating func lose(allBut images: [TableImage]) {
    for key in entries.keys where !images.contains(where: { $0[key] != nil }) {
      entries[key] = true
    }
    for (key, all) in writings {
      for (index, writing) in all.enumerated() {
        // Of two that say the same it can't be told which one is left; the first at least.
        let isFirst = !all[..<index].contains { $0.content == writing.content }
        let isKept = isFirst && images.contains { $0[key]?.content == writing.content }
        if !isKept { writings[key]?[index].isOptional = true }
      }
    }
  }

  /// What a record may be once all have exchanged with right clocks: the latest that can't be lost,
  /// or one that may be and is later.
  func outcomes(of key: String) -> Set<String> {
    guard let all = writings[key] else { return [] }
    let sure = all.filter { !$0.isOptional }.max { $0.at < $1.at }
    var outcomes = Set(all.filter { $0.isOptional && $0.at > sure?.at ?? .min }.map(\.content))
    if let sure { outcomes.insert(sure.content) }
    return outcomes
  }

  /// Every version of a record that there ever was.
  func versions(of key: String) -> Set<String> { Set((writings[key] ?? []).map(\.content)) }
}

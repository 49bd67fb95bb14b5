public import FlashModel
public import FlashText
import Foundation
public import Testing

/// A file of `Tests/Fixtures/import` and what reading it must give.
public struct ImportFixture: CustomTestStringConvertible, Sendable {
  public let name: String
  public let bytes: [UInt8]
  public let expected: JSONValue

  public var testDescription: String { name }

  /// The fixtures of a folder, by name.
  public static func all(in folder: String) -> [ImportFixture] {
    let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/import/\(folder)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return names.sorted().filter { !$0.hasSuffix(".expected.json") }.compactMap { name in
      // A fixture that can't be read is missing from the list, whose length a test checks.
      guard let data = try? Data(contentsOf: directory.appending(path: name)),
        let json = try? Data(contentsOf: directory.appending(path: name + ".expected.json")),
        let expected = try? JSONValue(parsing: [UInt8](json))
      else { return nil }
      return ImportFixture(name: name, bytes: [UInt8](data), expected: expected)
    }
  }

  /// The cards to create.
  public var cards: [FixtureCard] {
    guard case .array(let cards)? = expected["cards"] else { return [] }
    return cards.map(FixtureCard.init(expected:))
  }

  /// Front and back of each card without markup.
  public var plainSides: [[String]] {
    guard case .array(let cards)? = expected["cards"] else { return [] }
    return cards.map { card in
      ["front_plain", "back_plain"].map {
        if case .string(let text)? = card[$0] { text } else { "?" }
      }
    }
  }

  /// The rows to report.
  public var problems: [String] {
    guard case .array(let rows)? = expected["skipped"] else { return [] }
    return rows.map { row in
      guard case .integer(let line)? = row["line"], case .string(let reason)? = row["reason"] else {
        return "?"
      }
      return "\(line): \(reason)"
    }
  }

  public func string(_ key: String) -> String? {
    guard case .string(let text)? = expected[key] else { return nil }
    return text
  }
}

/// What matters of a card that a file gives.
public struct FixtureCard: Hashable, Sendable {
  public var front: String
  public var back: String
  public var deck: String
  public var subTopics: [String]
  public var tags: [String]

  public init(_ draft: CardDraft, in batch: DraftBatch) {
    front = batch.text(draft.front)
    back = batch.text(draft.back)
    deck = batch.text(draft.deck)
    subTopics = batch.parts(draft.subTopics)
    tags = batch.parts(draft.tags)
  }

  public init(expected card: JSONValue) {
    func strings(_ key: String) -> [String] {
      guard case .array(let values)? = card[key] else { return [] }
      return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
    func string(_ key: String) -> String? {
      if case .string(let text)? = card[key] { text } else { nil }
    }
    front = string("front_text") ?? ""
    back = string("back_text") ?? ""
    deck = strings("deck_path").joined(separator: "::")
    subTopics = string("sub_topic").map { [$0] } ?? []
    tags = strings("tags")
  }
}

extension DraftBatch {
  /// The cards, each that repeats an earlier one left out.
  public var cards: (distinct: [FixtureCard], duplicates: Int) {
    var seen: Set<[String]> = []
    var distinct: [FixtureCard] = []
    for draft in drafts {
      let card = FixtureCard(draft, in: self)
      if seen.insert([card.deck, card.front, card.back]).inserted { distinct.append(card) }
    }
    return (distinct, drafts.count - distinct.count)
  }
}

/// Text without markup and with single blanks, by which cells of HTML are compared strictly.
public func plain(_ markdown: String) -> String {
  var text = markdown
  text.replace(#/(?m)^```\w*\s*$/#, with: "")
  text.replace(#/!\[([^\]]*)\]\(<?([^)>]*)>?\)/#) { String($0.2) }
  text.replace(#/\[([^\]\[]*)\]\(<?([^)>]*)>?\)/#) { String($0.1) }
  text.replace(#/</?(sub|sup)>/#, with: "")
  text.replace(#/(?m)^\|?( *:?-{3,}:? *\|)+ *$/#, with: "")
  text.replace(#/(?m)^ *(\#{1,6}|>|-|\d+\.) +/#, with: "")
  text.replace(#/(?m)^---$/#, with: "")
  text.replace(#/\\([!-\/:-@\[-`{-~])/#) { String($0.1) }
  text.replace(#/\*\*|~~|[*`|$]/#, with: "")
  text.replace(#/\s+/#, with: " ")
  return CardText.cleaned(text)
}

extension DraftBatch {
  /// The drafts that have a schedule, with it in words.
  public var schedules: [String] {
    drafts.compactMap { draft in
      guard let schedule = detail(of: draft)?.schedule else { return nil }
      func words(_ moment: ForeignSchedule.Moment?) -> String {
        switch moment {
        case nil: "-"
        case .exact(let time): "\(time.milliseconds)"
        case .local(let date, nil): "\(date)"
        case .local(let date, let minute?): "\(date) minute \(minute)"
        }
      }
      return
        "\(text(draft.front)): due \(words(schedule.due)), reviewed \(words(schedule.lastReviewed)), "
        + "\(schedule.intervalDays ?? 0) days, ease \(schedule.ease ?? 0), reps \(schedule.reps), "
        + "lapses \(schedule.lapses)"
    }
  }
}

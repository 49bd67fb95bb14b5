import FlashServer

/// `flash-bench [GROUP …]`: measures hot paths and prints each figure beside its bar.
///
/// `flash-bench generate-csv [ROWS]` writes the large deck that imports are measured with,
/// `flash-bench generate-ankiapp [CARDS]` one of AnkiApp's XML,
/// `flash-bench generate-collection FILE new|due [CARDS]` a collection that studying is measured with,
/// `flash-bench generate-anki FILE latest|legacy [NOTES [REVIEWS]]` a package of Anki,
/// `flash-bench generate-history FILE [CARDS [REVIEWS]]` one with years of reviews.
///
/// `flash-bench sync-postgres ADDRESS` measures sync on an empty database of a server.
@main
enum FlashBench {
  private static let groups: [(name: String, run: @Sendable () throws -> [Figure])] = [
    ("scheduler", SchedulerBenchmarks.run), ("text", TextBenchmarks.run),
    ("study", StudyBenchmarks.run), ("sync", SyncBenchmarks.run),
  ]

  static func main() throws {
    let wanted = CommandLine.arguments.dropFirst()
    if wanted.first == "generate-csv" {
      var deck = GeneratedDeck()
      let csv = deck.csv(rows: wanted.dropFirst().first.flatMap { Int($0) } ?? 100_000)
      return print(String(decoding: csv, as: UTF8.self), terminator: "")
    }
    if wanted.first == "generate-ankiapp" {
      var deck = GeneratedXML()
      print(GeneratedXML.head, terminator: "")
      for number in 0..<(wanted.dropFirst().first.flatMap { Int($0) } ?? 100_000) {
        print(deck.card(number), terminator: "")
      }
      return print(GeneratedXML.foot, terminator: "")
    }
    if wanted.first == "generate-collection", wanted.count > 2 {
      let words = Array(wanted)
      let cards = words.dropFirst(3).first.flatMap { Int($0) } ?? 100_000
      return try GeneratedCollection.make(
        words[1], due: words[2] == "due" ? cards : 0, cards: cards)
    }
    if wanted.first == "generate-anki", wanted.count > 2 {
      let words = Array(wanted)
      let numbers = words.dropFirst(3).compactMap { Int($0) }
      let notes = numbers.first ?? 100_000
      return try GeneratedAnki.make(
        words[1], isLegacy: words[2] == "legacy", notes: notes,
        reviews: numbers.dropFirst().first ?? notes * 3 / 2)
    }
    if wanted.first == "generate-history", wanted.count > 1 {
      let numbers = wanted.dropFirst(2).compactMap { Int($0) }
      return try GeneratedHistory.make(
        wanted.dropFirst().first ?? "", cards: numbers.first ?? 100_000,
        reviews: numbers.dropFirst().first ?? 1_000_000)
    }
    if wanted.first == "sync-postgres", let address = wanted.dropFirst().first {
      let figures = try SyncBenchmarks.measure(PostgreSQLStorage(address: address), "PostgreSQL")
      for figure in figures { print(figure.line) }
      return
    }
    for group in groups where wanted.isEmpty || wanted.contains(group.name) {
      for figure in try group.run() { print(figure.line) }
    }
  }
}

import FlashCrypto
import FlashModel
import FlashText

/// Reads a deck in the pieces an import reads, and prints the median of several runs.
enum TextBenchmark {
  private static let runs = 15
  private static let piece = 256 << 10

  static func run(file: String?) throws {
    var generated = GeneratedDeck()
    let bytes = try file.map(ByteStream.contents) ?? generated.csv(rows: 100_000)
    print("\(bytes.count) bytes")
    var scan = EncodingScan()
    try report("scan for the encoding", bytes: bytes.count) {
      scan = EncodingScan()
      try forEachPiece(bytes) { piece in try scan.push(piece) }
    }
    let detection = DelimitedDetection(
      head: bytes.span, isWhole: false, encoding: try scan.finish(), name: file ?? "deck.csv")
    print(detection.reasons.joined(separator: "; "))
    var rows = 0
    var text = 0
    try report("read into drafts", bytes: bytes.count) {
      rows = 0
      text = 0
      var reader = DelimitedReader(detection.dialect)
      try forEachPiece(bytes) { piece in
        let batch = try reader.push(piece)
        rows += batch.drafts.count
        for draft in batch.drafts { text += draft.front.count + draft.back.count }
      }
      rows += try reader.finish().drafts.count
    }
    print("\(rows) rows, \(text) bytes of text")
    try ids()
  }

  private static func ids() throws {
    var keys = try TextSourceKey()
    var deriver = try IdentifierDeriver()
    let path = Array("Spanish::Verbs".utf8)
    let front = Array("What is the capital of the country that lies between two rivers?".utf8)
    var sum: UInt64 = 0
    let count = 100_000
    try report("source key and id of \(count) cards", bytes: 0) {
      var key: [UInt8] = []
      for ordinal in 0..<count {
        let hash = keys.hash(deckPath: path.span, front: front.span, ordinal: ordinal)
        key.removeAll(keepingCapacity: true)
        keys.append(hash, to: &key)
        sum &+= deriver.card(sourceKey: key.span).low
      }
    }
    try report("a short UUIDv5 \(count) times", bytes: 0) {
      for ordinal in 0..<count {
        let id = deriver.link(
          card: CardID(high: UInt64(ordinal), low: 1), subTopic: SubTopicID(high: 2, low: 3))
        sum &+= id.low
      }
    }
    print("(\(sum))")
  }

  private static func forEachPiece(
    _ bytes: [UInt8], _ body: (Span<UInt8>) throws -> Void
  ) rethrows {
    var start = 0
    while start < bytes.count {
      let end = min(start + piece, bytes.count)
      try body(bytes.span.extracting(start..<end))
      start = end
    }
  }

  private static func report(_ name: String, bytes: Int, _ body: () throws -> Void) throws {
    let clock = ContinuousClock()
    var times: [Duration] = []
    for _ in 0..<runs { times.append(try clock.measure(body)) }
    let median = times.sorted()[runs / 2]
    let seconds =
      Double(median.components.seconds) + Double(median.components.attoseconds) / 1e18
    let rate = bytes > 0 ? ", \(Int(Double(bytes) / seconds / 1e6)) MB/s" : ""
    print("\(name): \(Int(seconds * 1e6)) µs\(rate)")
  }
}

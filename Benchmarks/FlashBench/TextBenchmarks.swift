import FlashCrypto
import FlashModel
import FlashText

/// Reading and writing files of cards, and what an import derives, one core.
enum TextBenchmarks {
  private static let rows = 100_000
  private static let piece = 256 << 10

  static func run() throws -> [Figure] {
    var deck = GeneratedDeck()
    let csv = deck.csv(rows: rows)
    return [try scan(csv), try read(csv), html(), try jsonCards(), try ids(), try uuids()]
      + (try export())
  }

  /// The pass that finds the encoding.
  private static func scan(_ csv: [UInt8]) throws -> Figure {
    let time = try measured {
      var scan = EncodingScan()
      try forEachPiece(csv) { piece in try scan.push(piece) }
      return try scan.finish().encoding == .utf8 ? 1 : 0
    }
    return Figure(name: "csv_scan_s", value: time, unit: "s", bar: .atMost(0.05))
  }

  /// The pass that makes drafts of 100,000 rows.
  private static func read(_ csv: [UInt8]) throws -> Figure {
    let detection = DelimitedDetection(
      head: csv.span, isWhole: false, encoding: DetectedEncoding(.utf8), name: "deck.csv")
    let time = try measured {
      var reader = DelimitedReader(detection.dialect)
      var text = 0
      var count = 0
      try forEachPiece(csv) { piece in
        let batch = try reader.push(piece)
        count += batch.drafts.count
        for draft in batch.drafts { text += draft.front.count + draft.back.count }
      }
      count += try reader.finish().drafts.count
      precondition(count == rows, "every row is read")
      return text
    }
    return Figure(name: "csv_read_s", value: time, unit: "s", bar: .atMost(0.1))
  }

  /// 100,000 fields of HTML, 100 bytes each, all of which have markup.
  private static func html() -> Figure {
    let fields = (0..<rows).map {
      "The <b>mitochondrion</b> number \($0) is the <i>powerhouse</i> of the cell &amp; makes "
        + "ATP.<br><div>two</div>"
    }
    let time = seconds(runs: 3) {
      Double(fields.reduce(0) { $0 + HTMLText.markdown($1).utf8.count })
    }
    return Figure(name: "html_fields_s", value: time, unit: "s", bar: .atMost(0.5))
  }

  private static func jsonCards() throws -> Figure {
    let lines = (0..<rows).map { "{\"front\":\"question number \($0)\",\"back\":\"an answer\"}" }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let time = try measured {
      var reader = JSONCardReader()
      var count = 0
      try forEachPiece(bytes) { piece in count += try reader.push(piece).drafts.count }
      return count + (try reader.finish().drafts.count)
    }
    return Figure(name: "jsonl_read_s", value: time, unit: "s", bar: .none)
  }

  /// Source key and id of 100,000 cards.
  private static func ids() throws -> Figure {
    var keys = try TextSourceKey()
    var deriver = try IdentifierDeriver()
    let path = Array("Spanish::Verbs".utf8)
    let front = Array("What is the capital of the country that lies between two rivers?".utf8)
    let time = try measured {
      var key: [UInt8] = []
      var sum: UInt64 = 0
      for ordinal in 0..<rows {
        let hash = keys.hash(deckPath: path.span, front: front.span, ordinal: ordinal)
        key.removeAll(keepingCapacity: true)
        keys.append(hash, to: &key)
        sum &+= deriver.card(sourceKey: key.span).low
      }
      return Int(sum & 0xFFFF)
    }
    return Figure(
      name: "source_key_and_id_us", value: time * 1e6 / Double(rows), unit: "us", bar: .none)
  }

  private static func uuids() throws -> Figure {
    var deriver = try IdentifierDeriver()
    let time = try measured {
      var sum: UInt64 = 0
      for number in 0..<rows {
        let card = CardID(high: UInt64(number), low: 1)
        sum &+= deriver.link(card: card, subTopic: SubTopicID(high: 2, low: 3)).low
      }
      return Int(sum & 0xFFFF)
    }
    return Figure(
      name: "uuid_v5_us", value: time * 1e6 / Double(rows), unit: "us", bar: .atMost(0.4))
  }

  /// 50,000 cards and as many reviews, out and in again.
  private static func export() throws -> [Figure] {
    func write() -> [UInt8] {
      var writer = ExportWriter(ExportHeader(exportedAt: nil))
      for number in 0..<rows / 2 {
        writer.row(.card(GeneratedRecords.card(number)))
        writer.row(.review(GeneratedRecords.review(number)))
      }
      writer.end()
      return writer.bytes
    }
    let bytes = write()
    let writing = try measured { write().count }
    let reading = try measured {
      var reader = ExportReader()
      var count = 0
      try forEachPiece(bytes) { piece in count += try reader.push(piece).count }
      return count + (try reader.finish().count)
    }
    return [
      Figure(name: "export_write_s", value: writing, unit: "s", bar: .none),
      Figure(name: "export_read_s", value: reading, unit: "s", bar: .none),
    ]
  }

  private static func measured(_ body: () throws -> Int) throws -> Double {
    var failure: (any Error)?
    let time = seconds {
      do { return Double(try body()) } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return time
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
}

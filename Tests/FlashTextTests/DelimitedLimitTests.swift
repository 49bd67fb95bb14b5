import FlashText
import Testing

@Suite struct DelimitedLimitTests {
  private func read(_ pieces: [[UInt8]]) throws(TextFormatError) -> (DraftBatch, largest: Int) {
    let dialect = DelimitedDialect(encoding: DetectedEncoding(.utf8), delimiter: 0x2C)
    var reader = DelimitedReader(dialect)
    var batch: DraftBatch?
    var largest = 0
    for piece in pieces {
      let next = try reader.push(piece.span)
      largest = max(largest, next.bytes.count)
      batch = batch?.joined(with: next) ?? next
    }
    let last = try reader.finish()
    return (batch?.joined(with: last) ?? last, max(largest, last.bytes.count))
  }

  @Test("a side over 1 MiB is skipped and told, one of 1 MiB is taken")
  func side() throws {
    let fits = [UInt8](repeating: 0x61, count: 1 << 20)
    let text =
      fits + Array(",b\na,".utf8) + fits + Array("a\na".utf8) + fits + Array(",b\nc,d".utf8)
    let (batch, _) = try read([text])
    #expect(batch.drafts.map(\.line) == [1, 4])
    #expect(
      batch.problems == [
        RowProblem(line: 2, reason: .backTooLong), RowProblem(line: 3, reason: .frontTooLong),
      ])
  }

  @Test(
    "a field of 50 MB is stepped over in bounded memory, quoted or not", arguments: [true, false])
  func hugeField(isQuoted: Bool) throws {
    let quote = isQuoted ? "\"" : ""
    let filler = [UInt8](repeating: 0x78, count: 1 << 20)
    let inner = isQuoted ? Array("\"\"\r\n,".utf8) : []
    let pieces =
      [Array("a,b\n\(quote)".utf8)] + [[UInt8]](repeating: filler + inner, count: 50)
      + [Array("\(quote),z\nc,d\n".utf8)]
    let (batch, largest) = try read(pieces)
    #expect(batch.drafts.map(\.line) == [1, isQuoted ? 53 : 3])
    #expect(batch.problems == [RowProblem(line: 2, reason: .recordTooLong)])
    #expect(largest < 10 << 20)
  }

  @Test("a quote left open in a huge record is malformed, with its line")
  func hugeUnterminated() throws {
    let filler = [UInt8](repeating: 0x0A, count: 1 << 20)
    #expect(throws: TextFormatError.malformed(line: 2, reason: "a quote that is never closed")) {
      _ = try self.read([Array("a,b\nx,\"".utf8)] + [[UInt8]](repeating: filler, count: 10))
    }
  }

  @Test("a record of 100,000 columns is skipped and told, one of 1,000 is taken")
  func columns() throws {
    let wide = Array("a,b\n".utf8) + [UInt8](repeating: 0x2C, count: 99_999) + Array("\nc,d".utf8)
    let (batch, _) = try read([wide])
    #expect(batch.drafts.map(\.line) == [1, 3])
    #expect(batch.problems == [RowProblem(line: 2, reason: .tooManyColumns)])
    let (limit, _) = try read([Array("a,b".utf8) + [UInt8](repeating: 0x2C, count: 998)])
    #expect(limit.drafts.count == 1)
  }
}

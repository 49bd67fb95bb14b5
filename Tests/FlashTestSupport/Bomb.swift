/// Packed data of few bytes from which very many come.
public enum Bomb {
  /// Deflated data, some 1,000 bytes for one: a block whose codes are one bit for "258 bytes more, as
  /// the last one" and two for `byte`.
  /// - Returns: the data, and how many bytes come out: at least `count`.
  public static func deflated(_ count: Int, of byte: UInt8 = 0) -> (packed: [UInt8], size: Int) {
    var bits = BitWriter()
    // The last block, with codes of its own, for 286 lengths and one distance.
    for (value, width) in [(1, 1), (2, 2), (29, 5), (0, 5), (14, 4)] { bits.write(value, width) }
    // Lengths of the codes that the lengths of codes are written in: 18, "zeros", is `0`, 1 is `10`
    // and 2 is `11`.
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1] {
      bits.write(symbol == 18 ? 1 : symbol == 1 || symbol == 2 ? 2 : 0, 3)
    }
    func zeros(_ count: Int) {
      var left = count
      while left > 0 {
        // From 11 to 138 at a time.
        let run = left <= 138 ? left : min(138, left - 11)
        bits.write(0, 1)
        bits.write(run - 11, 7)
        left -= run
      }
    }
    zeros(Int(byte))
    bits.write(3, 2)
    zeros(255 - Int(byte))
    // The end of the block, and 258 bytes at the distance of 1.
    bits.write(3, 2)
    zeros(28)
    bits.write(1, 2)
    bits.write(1, 2)
    // The byte, and then zeros alone.
    bits.write(1, 2)
    let runs = (count + 1_031) / 1_032 * 4
    bits.writeZeroBytes(runs / 4)
    bits.write(3, 2)
    return (bits.bytes, 1 + runs * 258)
  }

  /// A gzip file around deflated data.
  public static func gzip(_ count: Int, of byte: UInt8) -> [UInt8] {
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + deflated(count, of: byte).packed
      + [UInt8](repeating: 0, count: 8)
  }

  /// Zstd data, 32,768 bytes for one: a frame of blocks that repeat one byte.
  public static func zstd(_ count: Int) -> [UInt8] {
    zstd(blocks: Array(repeating: ([0], 128 << 10), count: (count + (128 << 10) - 1) / (128 << 10)))
  }

  /// Zstd data that holds `bytes` as they are.
  public static func storedZstd(_ bytes: [UInt8]) -> [UInt8] {
    zstd(
      blocks: stride(from: 0, to: bytes.count, by: 64 << 10).map { start in
        (Array(bytes[start..<min(start + (64 << 10), bytes.count)]), nil)
      })
  }

  /// A frame of zstd with a window of 128 KiB.
  /// - Parameter blocks: bytes, or one byte and how often it comes.
  private static func zstd(blocks: [(bytes: [UInt8], times: Int?)]) -> [UInt8] {
    var out: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 7 << 3]
    for (place, block) in blocks.enumerated() {
      let isLast = place == blocks.count - 1
      let size = block.times ?? block.bytes.count
      let header = size << 3 | (block.times == nil ? 0 : 1) << 1 | (isLast ? 1 : 0)
      out += (0..<3).map { UInt8(truncatingIfNeeded: header >> (8 * $0)) } + block.bytes
    }
    return out
  }
}

/// Writes numbers of some bits, the lowest bit first.
private struct BitWriter {
  private var whole: [UInt8] = []
  private var pending = 0
  private var width = 0

  mutating func write(_ value: Int, _ count: Int) {
    pending |= value << width
    width += count
    while width >= 8 {
      whole.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      width -= 8
    }
  }

  mutating func writeZeroBytes(_ count: Int) {
    guard count > 0 else { return }
    write(0, 8)
    whole += [UInt8](repeating: 0, count: count - 1)
  }

  var bytes: [UInt8] { width > 0 ? whole + [UInt8(truncatingIfNeeded: pending)] : whole }
}

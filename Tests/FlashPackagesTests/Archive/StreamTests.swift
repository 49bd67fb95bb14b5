import FlashPackages
import FlashTestSupport
import Testing

/// gzip and zstd.
@Suite struct StreamTests {
  private func gzip(_ data: [UInt8]) -> [UInt8] {
    func le(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + ZipBuilder.deflated(data)
      + le(ZipBuilder.crc(data)) + le(UInt32(data.count))
  }

  private func unpackedGzip(_ bytes: [UInt8], _ limits: UnpackLimits = .standard) throws -> [UInt8]
  {
    let file = try OpenedFile(bytes)
    let gzip = try GzipFile(descriptor: file.descriptor, limits: limits)
    var out: [UInt8] = []
    var piece: [UInt8] = []
    while try gzip.read(into: &piece) { out += piece }
    return out
  }

  /// One frame of blocks, each a byte that is repeated.
  private func zstd(_ blocks: [(byte: UInt8, count: Int)]) -> [UInt8] {
    // A window of 128 KiB, no size.
    var out: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0x38]
    for (place, block) in blocks.enumerated() {
      let header = block.count << 3 | 1 << 1 | (place == blocks.count - 1 ? 1 : 0)
      out += [
        UInt8(header & 0xFF), UInt8(header >> 8 & 0xFF), UInt8(header >> 16 & 0xFF), block.byte,
      ]
    }
    return out
  }

  private func unpackedZstd(
    _ bytes: [UInt8], by step: Int = .max, _ limits: UnpackLimits = .standard
  ) throws(PackageError) -> [UInt8] {
    var handle = try ZstdHandle(input: bytes.count, limits: limits)
    var out: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      try handle.push(Array(rest.prefix(step))) { piece in out += piece }
      rest = rest.dropFirst(step)
    }
    try handle.finish()
    return out
  }

  private func code(_ body: () throws -> [UInt8]) -> String? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? PackageError)?.code ?? "\(error)"
    }
  }

  @Test("gzip is unpacked, and cut or changed refused")
  func gzip() throws {
    let data = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(try unpackedGzip(gzip(data)) == data)
    let small = gzip(Array("lesson".utf8))
    for end in small.indices {
      #expect(code { try unpackedGzip(Array(small[..<end])) } == "corrupt")
    }
    var changed = small
    changed[small.count - 5] ^= 1
    #expect(code { try unpackedGzip(changed) } == "corrupt")
    var limits = UnpackLimits()
    limits.total = 5
    #expect(code { try unpackedGzip(small, limits) } == "too_large")
  }

  @Test(
    "zstd is unpacked in pieces of any size, several frames as well", arguments: [1, 3, 1 << 20])
  func zstd(step: Int) throws {
    let frame = zstd([(1, 5), (2, 100_000)])
    let expected = [UInt8](repeating: 1, count: 5) + [UInt8](repeating: 2, count: 100_000)
    #expect(try unpackedZstd(frame, by: step) == expected)
    #expect(try unpackedZstd(frame + frame, by: step) == expected + expected)
    // A whole number of the pieces that come out at a time.
    let even = zstd([(3, 128 << 10), (4, 128 << 10)])
    #expect(try unpackedZstd(even, by: step).count == 256 << 10)
  }

  @Test("zstd that is cut, damaged or grows too much is refused")
  func damagedZstd() {
    let frame = zstd([(1, 5), (2, 100)])
    for end in 1..<frame.count {
      #expect(code { try unpackedZstd(Array(frame[..<end])) } == "corrupt")
    }
    #expect(code { try unpackedZstd(Array("no zstd at all".utf8)) } == "corrupt")
    let bomb = zstd(Array(repeating: (0, 128 << 10), count: 900))
    #expect(bomb.count < 4_000)
    #expect(code { try unpackedZstd(bomb) } == "too_large")
    var limits = UnpackLimits()
    limits.total = 104
    #expect(code { try unpackedZstd(frame, limits) } == "too_large")
    // It asks for a window of 4 GiB.
    #expect(
      code { try unpackedZstd([0x28, 0xB5, 0x2F, 0xFD, 0, 22 << 3, 11, 0, 0, 1]) } == "corrupt")
  }
}

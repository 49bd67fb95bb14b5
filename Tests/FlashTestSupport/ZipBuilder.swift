/// Builds zip archives for tests, well-formed ones and others. Members are stored, not packed.
public struct ZipBuilder {
  /// A member, and what is to be wrong with it.
  public struct Member {
    public var name: [UInt8]
    public var data: [UInt8]
    /// 0 stored; 8 wraps the data into deflate's stored blocks.
    public var method = 0
    /// What stands in the archive, if it is not the data.
    public var packed: [UInt8]?
    public var flags = 0x800
    /// The type and permissions of a file of Unix.
    public var mode = 0o100644
    /// Claims another size.
    public var size: Int?
    /// Claims another checksum.
    public var crc: UInt32?

    public init(_ name: String, _ data: [UInt8]) {
      self.name = Array(name.utf8)
      self.data = data
    }

    public init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
  }

  public var members: [Member] = []
  /// Writes sizes and places as 64 bits.
  public var isWide = false
  public var comment: [UInt8] = []

  public init(_ members: [Member] = []) { self.members = members }

  public var bytes: [UInt8] {
    var out: [UInt8] = []
    var directory: [UInt8] = []
    for member in members {
      let packed =
        member.packed
        ?? (member.method == 8 ? ZipBuilder.deflated(member.data) : member.data)
      let size = member.size ?? member.data.count
      let crc = member.crc ?? ZipBuilder.crc(member.data)
      let offset = out.count
      let header =
        le(member.flags, 2) + le(member.method, 2) + le(0, 2) + le(0x21, 2) + le(Int(crc), 4)
      out += le(0x0403_4B50, 4) + le(20, 2) + header + le(packed.count, 4) + le(size, 4)
      out += le(member.name.count, 2) + le(0, 2) + member.name + packed
      let wide =
        isWide ? le(1, 2) + le(24, 2) + le(size, 8) + le(packed.count, 8) + le(offset, 8) : []
      let most = 0xFFFF_FFFF
      directory += le(0x0201_4B50, 4) + le(3 << 8 | 20, 2) + le(20, 2) + header
      directory += le(isWide ? most : packed.count, 4) + le(isWide ? most : size, 4)
      directory += le(member.name.count, 2) + le(wide.count, 2) + le(0, 2) + le(0, 2) + le(0, 2)
      directory += le(member.mode << 16, 4) + le(isWide ? most : offset, 4) + member.name + wide
    }
    let start = out.count
    out += directory
    if isWide {
      let end = out.count
      out += le(0x0606_4B50, 4) + le(44, 8) + le(45, 2) + le(45, 2) + le(0, 4) + le(0, 4)
      out += le(members.count, 8) + le(members.count, 8) + le(directory.count, 8) + le(start, 8)
      out += le(0x0706_4B50, 4) + le(0, 4) + le(end, 8) + le(1, 4)
    }
    out += le(0x0605_4B50, 4) + le(0, 2) + le(0, 2) + le(members.count, 2) + le(members.count, 2)
    out += le(directory.count, 4) + le(start, 4) + le(comment.count, 2) + comment
    return out
  }

  private func le(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Deflate's blocks of bytes as they are.
  public static func deflated(_ data: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var rest = data[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let size = UInt16(block.count)
      out.append(rest.isEmpty ? 1 : 0)
      out += [UInt8(size & 0xFF), UInt8(size >> 8), UInt8(~size & 0xFF), UInt8(~size >> 8)]
      out += block
    } while !rest.isEmpty
    return out
  }

  public static func crc(_ data: [UInt8]) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in data {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}

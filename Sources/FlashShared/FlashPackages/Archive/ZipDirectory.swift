/// A member of a zip archive, as the archive's directory has it.
public struct ZipMember: Sendable, Hashable {
  /// A harmless path, parts separated by `/`.
  public let name: String
  /// Bytes it is said to have when unpacked.
  public let size: Int
  /// Bytes it takes in the archive.
  let packedSize: Int
  /// Where its header stands.
  let offset: Int
  /// 0 stored, 8 deflated.
  let method: Int
}

/// Reads the directory at the end of a zip archive, by which an archive says what is in it.
///
/// Only what can be read safely passes: names are checked, members must not share bytes, and none may
/// be a link, encrypted or packed in a way that nothing here writes.
///
/// - Source: PKWARE's APPNOTE 6.3.10, sections 4.3.12 to 4.3.16 and 4.5.3.
struct ZipDirectory {
  /// Where the directory stands in the file.
  struct Place: Hashable {
    var count: Int
    var size: Int
    var offset: Int
  }

  /// Bytes at the end of a file in which the record stands that says where the directory is.
  static let tailSize = 22 + 0xFFFF
  /// Bytes of a directory, which is held as one.
  private static let largest = 128 << 20
  private static let endRecord: UInt32 = 0x0605_4B50
  private static let wideEndLocator: UInt32 = 0x0706_4B50
  private static let wideEndRecord: UInt32 = 0x0606_4B50
  private static let memberRecord: UInt32 = 0x0201_4B50

  /// Finds the directory.
  /// - Parameters:
  ///   - tail: the last bytes of the file, ``tailSize`` or all of it.
  ///   - read: reads bytes of the file at an offset.
  /// - Throws: `.corrupt`, `.unsupported`; what `read` throws.
  static func place(
    tail: [UInt8], fileSize: Int, limits: UnpackLimits,
    read: (_ offset: Int, _ count: Int) throws(PackageError) -> [UInt8]
  ) throws(PackageError) -> Place {
    let start = try endOffset(in: tail)
    let end = LittleEndianBytes(tail[start...])
    guard end.word16(4) == 0 || end.word16(4) == 0xFFFF else {
      throw .unsupported(reason: "a zip archive in several files is not supported")
    }
    var place = Place(
      count: end.word16(10), size: end.word32(12), offset: end.word32(16))
    let endOffset = fileSize - tail.count + start
    var directoryEnd = endOffset
    if endOffset >= 20 {
      let locator = LittleEndianBytes(try read(endOffset - 20, 20)[...])
      if locator.word32(0) == Int(wideEndLocator) {
        let offset = locator.word64(8)
        guard offset >= 0, offset <= endOffset - 20 - 56 else {
          throw .corrupt(reason: "the zip archive's end record is damaged")
        }
        let wide = LittleEndianBytes(try read(offset, 56)[...])
        guard wide.word32(0) == Int(wideEndRecord) else {
          throw .corrupt(reason: "the zip archive's end record is damaged")
        }
        place = Place(count: wide.word64(32), size: wide.word64(40), offset: wide.word64(48))
        directoryEnd = offset
      }
    }
    guard place.count <= limits.members, place.size <= largest else {
      throw .tooLarge(reason: "more than \(limits.members) members")
    }
    guard place.offset >= 0, place.size >= 0, place.count >= 0, place.size <= directoryEnd,
      place.offset <= directoryEnd - place.size, place.size >= 46 * place.count
    else { throw .corrupt(reason: "the zip archive's directory is not where it should be") }
    return place
  }

  private static func endOffset(in tail: [UInt8]) throws(PackageError) -> Int {
    var start = tail.count - 22
    while start >= 0 {
      let record = LittleEndianBytes(tail[start...])
      // Its comment has to fill the rest of the file, so that text can't pass for the record.
      if record.word32(0) == Int(endRecord), start + 22 + record.word16(20) == tail.count {
        return start
      }
      start -= 1
    }
    throw .corrupt(reason: "the zip archive has no end: it was cut off, or is none")
  }

  /// The members of a directory, folders left out, in the order of their data.
  /// - Throws: `.corrupt`, `.unsafe`, `.unsupported`, `.tooLarge`.
  static func members(
    of bytes: [UInt8], at place: Place, limits: UnpackLimits
  ) throws(PackageError) -> [(member: ZipMember?, offset: Int)] {
    var members: [(member: ZipMember?, offset: Int)] = []
    var names: Set<String> = []
    var index = 0
    for _ in 0..<place.count {
      guard index + 46 <= bytes.count else { throw .corrupt(reason: "a cut zip directory") }
      let record = LittleEndianBytes(bytes[index...])
      let nameEnd = index + 46 + record.word16(28)
      let extraEnd = nameEnd + record.word16(30)
      guard record.word32(0) == Int(memberRecord), extraEnd + record.word16(32) <= bytes.count
      else { throw .corrupt(reason: "a damaged zip directory") }
      let name = String(decoding: bytes[(index + 46)..<nameEnd], as: UTF8.self)
      let (member, offset) = try member(
        record, named: name, extra: bytes[nameEnd..<extraEnd], limits: limits)
      if let member, !names.insert(member.name).inserted {
        throw .corrupt(reason: "two members have the name '\(member.name)'")
      }
      members.append((member, offset))
      index = extraEnd + record.word16(32)
    }
    members.sort { $0.offset < $1.offset }
    try checkOverlaps(members, directory: place.offset)
    return members
  }

  private static func member(
    _ record: LittleEndianBytes, named name: String, extra: ArraySlice<UInt8>,
    limits: UnpackLimits
  ) throws(PackageError) -> (ZipMember?, offset: Int) {
    var sizes = [record.word32(24), record.word32(20), record.word32(42)]
    try widen(&sizes, from: extra)
    let isFolder = name.utf8.last == UInt8(ascii: "/")
    if let flaw = MemberName.flaw(inPath: isFolder ? String(name.dropLast()) : name) {
      throw .unsafe(reason: flaw)
    }
    let mode = record.word32(38) >> 16
    // Of no type, a file or a folder; the mode counts only where a Unix wrote it.
    if record.word16(4) >> 8 == 3, ![0, 0o100000, 0o040000].contains(mode & 0o170000) {
      throw .unsafe(reason: "'\(name)' is a link or a device")
    }
    guard record.word16(8) & 1 == 0 else {
      throw .unsupported(reason: "encrypted archives are not supported")
    }
    guard [0, 8].contains(record.word16(10)) else {
      throw .unsupported(reason: "'\(name)' is packed in a way that is not supported")
    }
    guard sizes.allSatisfy({ $0 >= 0 }) else { throw .corrupt(reason: "a damaged zip directory") }
    guard sizes[0] <= limits.member else {
      throw .tooLarge(reason: "'\(name)' is larger than \(limits.member) bytes")
    }
    if isFolder { return (nil, sizes[2]) }
    return (
      ZipMember(
        name: name, size: sizes[0], packedSize: sizes[1], offset: sizes[2],
        method: record.word16(10)), sizes[2]
    )
  }

  /// Takes numbers that did not fit 32 bits from the field that has them.
  private static func widen(
    _ sizes: inout [Int], from extra: ArraySlice<UInt8>
  ) throws(PackageError) {
    guard sizes.contains(0xFFFF_FFFF) else { return }
    var rest = extra
    while rest.count >= 4 {
      let field = LittleEndianBytes(rest)
      let end = 4 + field.word16(2)
      guard end <= rest.count else { break }
      if field.word16(0) == 1 {
        var place = 4
        for index in sizes.indices where sizes[index] == 0xFFFF_FFFF {
          guard place + 8 <= end else { throw .corrupt(reason: "a damaged zip directory") }
          sizes[index] = field.word64(place)
          place += 8
        }
        return
      }
      rest = rest.dropFirst(end)
    }
  }

  /// Members that share bytes are how a small archive unpacks to a very large one.
  private static func checkOverlaps(
    _ members: [(member: ZipMember?, offset: Int)], directory: Int
  ) throws(PackageError) {
    for (place, entry) in members.enumerated() {
      let next = place + 1 < members.count ? members[place + 1].offset : directory
      let header = 30 + (entry.member?.name.utf8.count ?? 0)
      let packed = entry.member?.packedSize ?? 0
      guard packed <= next, entry.offset + header <= next - packed else {
        throw .corrupt(reason: "members of the zip archive overlap")
      }
    }
  }
}

/// Numbers in bytes, the lowest first. Past the end it reads 0.
struct LittleEndianBytes {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  func word16(_ offset: Int) -> Int { word(offset, 2) }
  func word32(_ offset: Int) -> Int { word(offset, 4) }
  /// Negative if the number does not fit.
  func word64(_ offset: Int) -> Int { word(offset, 8) }

  private func word(_ offset: Int, _ count: Int) -> Int {
    var value: UInt64 = 0
    for place in 0..<count {
      let index = bytes.startIndex + offset + place
      guard index < bytes.endIndex else { return 0 }
      value |= UInt64(bytes[index]) << UInt64(8 * place)
    }
    return Int(truncatingIfNeeded: Int64(bitPattern: value))
  }
}

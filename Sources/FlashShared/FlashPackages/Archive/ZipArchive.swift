/// A zip archive: what is in it, and its members one by one.
///
/// Opening it checks everything that can be said without unpacking; unpacking checks sizes and
/// checksums, and stops at the limits. Members come fastest in the order of ``members``.
public final class ZipArchive {
  /// Bytes that are unpacked at a time.
  public static let pieceSize = 256 << 10

  /// In the order of their data.
  public let members: [ZipMember]
  private let descriptor: Int32
  /// Which entry of the file each member is: folders are entries too.
  private let entries: [Int]
  private let indices: [String: Int]
  private var budget: UnpackBudget
  /// Nil until a member is opened.
  private var handle: ArchiveHandle?
  /// Entries that the handle has gone past, the open one included.
  private var passed = 0
  /// Bytes that the open member may still have, and whether it is at its end.
  private var open: (member: ZipMember, left: Int)?

  /// - Parameters:
  ///   - descriptor: of a file that can be gone about in. It stays the caller's, who keeps it open
  ///     and alone; its offset is moved.
  ///   - limits: for all that is unpacked of it.
  /// - Throws: `.corrupt`, `.unsafe`, `.unsupported`, `.tooLarge`, `.unreadable`.
  public init(descriptor: Int32, limits: UnpackLimits = .standard) throws(PackageError) {
    let size = try ArchiveHandle.size(of: descriptor)
    let tailSize = min(size, ZipDirectory.tailSize)
    let tail = try ArchiveHandle.bytes(of: descriptor, at: size - tailSize, count: tailSize)
    let place = try ZipDirectory.place(tail: tail, fileSize: size, limits: limits) {
      (offset, count) throws(PackageError) in
      try ArchiveHandle.bytes(of: descriptor, at: offset, count: count)
    }
    let directory = try ArchiveHandle.bytes(
      of: descriptor, at: place.offset, count: place.size)
    let found = try ZipDirectory.members(of: directory, at: place, limits: limits)
    var members: [ZipMember] = []
    var entries: [Int] = []
    for (entry, item) in found.enumerated() {
      guard let member = item.member else { continue }
      members.append(member)
      entries.append(entry)
    }
    self.members = members
    self.entries = entries
    indices = Dictionary(
      members.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.descriptor = descriptor
    budget = UnpackBudget(limits, input: size)
  }

  /// The place of a member in ``members``; nil if there is none of that name.
  public func index(of name: String) -> Int? { indices[name] }

  /// Goes to a member; ``read(into:)`` gives its bytes.
  /// - Throws: `.corrupt`, `.unreadable`.
  public func open(_ index: Int) throws(PackageError) {
    let entry = entries[index]
    open = nil
    let handle = try handleBefore(entry)
    while passed <= entry {
      guard try handle.next() else {
        throw .corrupt(reason: "the zip archive lacks '\(members[index].name)'")
      }
      passed += 1
    }
    open = (members[index], members[index].size)
  }

  /// The handle, anew if it is past an entry.
  private func handleBefore(_ entry: Int) throws(PackageError) -> ArchiveHandle {
    if let handle, entry >= passed { return handle }
    let made = try ArchiveHandle(.zip, descriptor: descriptor)
    (handle, passed) = (made, 0)
    return made
  }

  /// Unpacks the next bytes of the open member into `buffer`, in place of what is in it.
  /// - Returns: false at its end: then it had the size and the checksum it should have.
  /// - Throws: `.corrupt`, `.tooLarge`, `.unreadable`.
  public func read(into buffer: inout [UInt8]) throws(PackageError) -> Bool {
    guard let (member, left) = open, let handle else { return false }
    // One byte more than there should be tells whether there are more.
    let count = min(ZipArchive.pieceSize, left + 1)
    guard try handle.read(into: &buffer, upTo: count) else {
      open = nil
      guard left == 0 else {
        throw .corrupt(reason: "'\(member.name)' is shorter than the archive says")
      }
      return false
    }
    guard buffer.count <= left else {
      throw .corrupt(reason: "'\(member.name)' is longer than the archive says")
    }
    try budget.take(buffer.count)
    open = (member, left - buffer.count)
    return true
  }

  /// All bytes of a member.
  /// - Parameter limit: for this member.
  /// - Throws: as ``read(into:)``.
  public func contents(of index: Int, limit: Int) throws(PackageError) -> [UInt8] {
    let member = members[index]
    guard member.size <= limit else {
      throw .tooLarge(reason: "'\(member.name)' is larger than \(limit) bytes")
    }
    try open(index)
    var contents: [UInt8] = []
    var piece: [UInt8] = []
    while try read(into: &piece) { contents.append(contentsOf: piece) }
    return contents
  }
}

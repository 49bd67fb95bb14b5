import FlashText

/// The media in a zip archive: its members at the top, or in one folder, that are nothing else.
struct ArchivedMedia {
  /// Bytes of a file.
  static let largestFile = 256 << 20

  private(set) var files: [PackagedMedia] = []
  /// In words.
  private(set) var warnings: [String] = []

  /// - Parameters:
  ///   - others: members that are no media.
  ///   - folder: where the media are, such as `images/`; empty for the top.
  init(of archive: ZipArchive, without others: Set<String>, in folder: String = "") {
    var names: Set<String> = []
    var inFolders = 0
    for (place, member) in archive.members.enumerated() where !others.contains(member.name) {
      let path = member.name
      guard path.hasPrefix(folder),
        MemberName.flaw(inFileName: String(path.dropFirst(folder.count))) == nil
      else {
        // What macOS puts beside a file is none, nor is the folder itself.
        if !path.hasPrefix("__MACOSX/"), path != folder { inFolders += 1 }
        continue
      }
      let name = CardText.cleaned(String(path.dropFirst(folder.count)))
      if !name.isEmpty, names.insert(name).inserted {
        files.append(PackagedMedia(name: name, member: place))
      }
    }
    if inFolders > 0 {
      warnings.append("files in other folders of the archive are left out: \(inFolders)")
    }
  }
}

extension ZipArchive {
  /// Unpacks a member.
  /// - Parameters:
  ///   - limit: bytes of it.
  ///   - goOn: asked now and then.
  ///   - take: gets its bytes, some at a time.
  /// - Throws: `.corrupt`, `.tooLarge`, `.unreadable`, `.interrupted`, and what `take` throws.
  func unpack(
    _ index: Int, limit: Int, while goOn: () -> Bool,
    _ take: (ArraySlice<UInt8>) throws(PackageError) -> Void
  ) throws(PackageError) {
    try open(index)
    var piece: [UInt8] = []
    var produced = 0
    while try read(into: &piece) {
      guard goOn() else { throw .interrupted }
      produced += piece.count
      guard produced <= limit else {
        throw .tooLarge(reason: "'\(members[index].name)' is larger than \(limit) bytes")
      }
      try take(piece[...])
    }
  }

  /// All bytes of a member.
  /// - Throws: as ``unpack(_:limit:while:_:)``.
  func contents(
    of index: Int, limit: Int, while goOn: () -> Bool
  ) throws(PackageError) -> [UInt8] {
    guard members[index].size <= limit else {
      throw .tooLarge(reason: "'\(members[index].name)' is larger than \(limit) bytes")
    }
    var bytes: [UInt8] = []
    try unpack(index, limit: limit, while: goOn) { bytes += $0 }
    return bytes
  }
}

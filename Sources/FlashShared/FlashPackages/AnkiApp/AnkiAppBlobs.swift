/// The media of an AnkiApp export, which are called by their hashes. What they are, their first bytes
/// say.
struct AnkiAppBlobs {
  /// In the order of the archive.
  private(set) var files: [PackagedMedia] = []
  /// Names with an extension, by hashes.
  private(set) var names: [String: String] = [:]

  /// Looks at the first bytes of each file.
  /// - Throws: as of ``ZipArchive``; `.interrupted`.
  init(descriptor: Int32, while goOn: () -> Bool) throws(PackageError) {
    // An archive of its own: what is looked at here does not count as unpacked later.
    let archive = try ZipArchive(descriptor: descriptor)
    var piece: [UInt8] = []
    for (place, member) in archive.members.enumerated() {
      let parts = member.name.split(separator: "/")
      guard parts.count == 2, parts[0] == "blobs" || parts[0] == "blob" else { continue }
      guard goOn() else { throw .interrupted }
      let hash = String(parts[1])
      guard AnkiAppBlobs.isHash(hash), names[hash] == nil else { continue }
      try archive.open(place)
      let isThere = try archive.read(into: &piece)
      let name = hash + (AnkiAppBlobs.ending(isThere ? piece[...] : []) ?? "")
      files.append(PackagedMedia(name: name, member: place))
      names[hash] = name
    }
  }

  private static func isHash(_ name: String) -> Bool {
    (name.utf8.count == 64 || name.utf8.count == 32) && name.allSatisfy(\.isHexDigit)
  }

  /// The ending of names of such files; nil for what is not known.
  static func ending(_ bytes: ArraySlice<UInt8>) -> String? {
    func has(_ mark: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: mark.utf8)
    }
    func has(_ mark: [UInt8]) -> Bool { bytes.starts(with: mark) }
    if has([0x89, 0x50, 0x4E, 0x47]) { return ".png" }
    if has([0xFF, 0xD8, 0xFF]) { return ".jpg" }
    if has("GIF8") { return ".gif" }
    if has("BM") { return ".bmp" }
    if has("RIFF") { return has("WEBP", at: 8) ? ".webp" : has("WAVE", at: 8) ? ".wav" : nil }
    if has("ftypM4A", at: 4) { return ".m4a" }
    if has("ftypavif", at: 4) { return ".avif" }
    if has("ftyp", at: 4) { return ".mp4" }
    if has("OggS") { return ".ogg" }
    if has("fLaC") { return ".flac" }
    if has("ID3") || has([0xFF, 0xFB]) || has([0xFF, 0xF3]) || has([0xFF, 0xF2]) {
      return ".mp3"
    }
    if has([0xFF, 0xF1]) || has([0xFF, 0xF9]) { return ".aac" }
    if has([0x1A, 0x45, 0xDF, 0xA3]) { return ".webm" }
    let text = bytes.prefix(256).drop { $0 <= 0x20 }
    return text.starts(with: "<svg".utf8) || text.starts(with: "<?xml".utf8) ? ".svg" : nil
  }
}

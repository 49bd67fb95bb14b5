import FlashModel
import FlashText

/// A file that comes with a package.
public struct PackagedMedia: Sendable, Hashable {
  /// A plain file name, in NFC.
  public let name: String
  /// Its member of the archive.
  let member: Int
}

/// The list of media of an Anki package.
struct AnkiMedia {
  /// Bytes of the list when unpacked.
  private static let largestList = 64 << 20
  /// Bytes of a file.
  static let largestFile = 256 << 20

  /// By the order of the archive, which reads fastest.
  private(set) var files: [PackagedMedia] = []
  /// In words.
  private(set) var warnings: [String] = []

  /// Reads the list. What is wrong with it is a warning, as cards can do without; names that lead
  /// elsewhere are not.
  /// - Throws: `.unsafe`, `.corrupt` for a damaged archive, `.tooLarge`, `.interrupted`.
  init(of package: AnkiPackage, while goOn: () -> Bool) throws(PackageError) {
    guard let index = package.archive.index(of: "media") else { return }
    var list: [UInt8] = []
    try package.unpack(index, limit: AnkiMedia.largestList, while: goOn) {
      list.append(contentsOf: $0)
    }
    let entries: [(member: String, name: String)]
    do {
      if case .latest = package.form {
        entries = try AnkiMedia.protobufEntries(list)
      } else {
        entries = try AnkiMedia.jsonEntries(list)
      }
    } catch {
      warnings.append("the list of media is damaged: no media")
      return
    }
    var names: Set<String> = []
    for (member, rawName) in entries {
      if let flaw = MemberName.flaw(inFileName: rawName) { throw .unsafe(reason: flaw) }
      let name = CardText.cleaned(rawName)
      guard let member = package.archive.index(of: member) else {
        warnings.append("media '\(name)' is not in the package")
        continue
      }
      guard names.insert(name).inserted else {
        warnings.append("media '\(name)' is in the package twice")
        continue
      }
      files.append(PackagedMedia(name: name, member: member))
    }
    files.sort { $0.member < $1.member }
  }

  /// A message of entries: the first is member 0, and so on. Field 1 of an entry is its name.
  private static func protobufEntries(
    _ list: [UInt8]
  ) throws(PackageError) -> [(member: String, name: String)] {
    var entries: [(member: String, name: String)] = []
    var reader = ProtobufReader(list)
    while let field = try reader.next() {
      guard field.number == 1, case .bytes(let range) = field.value else { continue }
      var entry = ProtobufReader(list, range)
      var name = ""
      while let part = try entry.next() {
        if part.number == 1, case .bytes(let text) = part.value { name = entry.text(text) }
      }
      entries.append((String(entries.count), name))
      guard entries.count <= UnpackLimits.standard.members else {
        throw .tooLarge(reason: "too many media")
      }
    }
    return entries
  }

  /// An object: the keys are members.
  private static func jsonEntries(
    _ list: [UInt8]
  ) throws -> [(member: String, name: String)] {
    guard list.contains(where: { $0 > 0x20 }) else { return [] }
    var entries: [(member: String, name: String)] = []
    var reader = JSONReader(list)
    try reader.beginObject()
    while let member = try reader.nextKey() {
      if reader.peek() == UInt8(ascii: "\"") {
        entries.append((member, try reader.string()))
      } else {
        _ = try reader.value()
      }
    }
    return entries
  }
}

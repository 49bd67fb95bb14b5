import FlashCommand
import FlashModel
import FlashText

/// A file to be checked, read as a whole.
struct DeckFile {
  /// What findings call it.
  let name: String
  /// Whether that is a file's name, which says something about it.
  let isNamed: Bool
  let bytes: [UInt8]

  /// Text decks are written by hand, or exported by programs; none comes near.
  private static let limit = 512 << 20

  init(name: String, isNamed: Bool, bytes: [UInt8]) {
    self.name = name
    self.isNamed = isNamed
    self.bytes = bytes
  }

  /// Reads the file at `path`.
  /// - Throws: ``CheckError``; `Interrupted`.
  init(path: String, in context: CommandContext) throws {
    let descriptor: Descriptor
    do throws(SystemError) {
      descriptor = try Descriptor.open(path, .read)
    } catch {
      throw CheckError.unreadable(file: path, error)
    }
    defer { descriptor.close() }
    name = path
    isNamed = true
    do {
      bytes = try DeckFile.contents(of: InputStream(descriptor, name: path), path, context)
    } catch StreamError.reading(_, let error) {
      throw CheckError.unreadable(file: path, error)
    }
  }

  /// Reads standard input.
  /// - Parameter name: what it is called; nil for `standard input`.
  init(input name: String?, in context: CommandContext) throws {
    self.name = name ?? "standard input"
    isNamed = name != nil
    bytes = try DeckFile.contents(of: context.input, self.name, context)
  }

  private static func contents(
    of stream: InputStream, _ name: String, _ context: CommandContext
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let chunk = try stream.chunk() {
      try context.check()
      bytes += chunk
      guard bytes.count <= limit else { throw CheckError.tooLarge(file: name) }
    }
    return bytes
  }

  /// The name without folder and extension, which a deck is called by.
  var stem: String? {
    guard isNamed, let base = name.split(separator: "/").last else { return nil }
    guard let dot = base.lastIndex(of: "."), dot != base.startIndex else { return String(base) }
    return String(base[..<dot])
  }

  /// What is at a path in the folder of the file.
  func media(_ path: String) -> DeckCheck.MediaPresence {
    let slash = isNamed ? name.lastIndex(of: "/") : nil
    let folder = slash.map { String(name[...$0]) } ?? "./"
    do throws(SystemError) {
      let found = try ResolvedPath(folder + path)
      return try found.isWithin(ResolvedPath(folder)) ? .present : .outside
    } catch {
      return .missing
    }
  }
}

import FlashSQL

/// An Anki package, `.apkg` or `.colpkg`: a zip archive with a collection and media in it.
final class AnkiPackage {
  /// How a package is written.
  enum Form {
    /// A plain database and JSON; of two generations.
    case legacy(collection: String)
    /// Compressed with zstd, and protobuf.
    case latest

    var collection: String {
      switch self {
      case .legacy(let collection): collection
      case .latest: "collection.anki21b"
      }
    }
  }

  /// The newest version of packages that is read here.
  private static let newestVersion = 3

  let archive: ZipArchive
  let form: Form
  /// Bytes of the file.
  let size: Int

  /// - Throws: `.corrupt`, `.tooNew`, `.unsafe`, `.unsupported`, `.tooLarge`, `.unreadable`.
  init(descriptor: Int32) throws(PackageError) {
    size = try ArchiveHandle.size(of: descriptor)
    archive = try ZipArchive(descriptor: descriptor)
    form = try AnkiPackage.form(of: archive)
  }

  private static func form(of archive: ZipArchive) throws(PackageError) -> Form {
    guard let meta = archive.index(of: "meta") else {
      for name in ["collection.anki21", "collection.anki2"] where archive.index(of: name) != nil {
        return .legacy(collection: name)
      }
      throw .corrupt(reason: "the package has no collection")
    }
    var version = 0
    var reader = ProtobufReader(try archive.contents(of: meta, limit: 1 << 16))
    while let field = try reader.next() {
      if field.number == 1, case .varint(let value) = field.value { version = Int(clamping: value) }
    }
    let form: Form
    switch version {
    case 1: form = .legacy(collection: "collection.anki2")
    case 2: form = .legacy(collection: "collection.anki21")
    case 3: form = .latest
    default: throw .tooNew(found: version, supported: newestVersion)
    }
    guard archive.index(of: form.collection) != nil else {
      throw .corrupt(reason: "the package has no '\(form.collection)'")
    }
    return form
  }

  /// Unpacks the collection into a private file.
  /// - Parameter goOn: asked now and then.
  func unpackCollection(
    in folder: String, while goOn: () -> Bool
  ) throws(PackageError) -> PrivateFile {
    guard let index = archive.index(of: form.collection) else {
      throw .corrupt(reason: "the package has no '\(form.collection)'")
    }
    let file = try PrivateFile(in: folder)
    try unpack(index, while: goOn) { (bytes) throws(PackageError) in try file.write(bytes) }
    return file
  }

  /// Unpacks a member, which is compressed once more in the latest form.
  func unpack(
    _ index: Int, limit: Int = .max, while goOn: () -> Bool,
    _ take: (ArraySlice<UInt8>) throws(PackageError) -> Void
  ) throws(PackageError) {
    try archive.open(index)
    var piece: [UInt8] = []
    var produced = 0
    func checked(_ bytes: ArraySlice<UInt8>) throws(PackageError) {
      produced += bytes.count
      guard produced <= limit else {
        throw .tooLarge(reason: "'\(archive.members[index].name)' is larger than \(limit) bytes")
      }
      try take(bytes)
    }
    guard case .latest = form else {
      while try archive.read(into: &piece) {
        guard goOn() else { throw .interrupted }
        try checked(piece[...])
      }
      return
    }
    var zstd = try ZstdHandle(input: size)
    while try archive.read(into: &piece) {
      guard goOn() else { throw .interrupted }
      try zstd.push(piece, checked)
    }
    try zstd.finish()
  }
}

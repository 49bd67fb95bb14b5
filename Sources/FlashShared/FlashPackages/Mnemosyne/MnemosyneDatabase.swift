import FlashSQL

/// Mnemosyne's database.
enum MnemosyneDatabase {
  /// The newest version of the schema that is read here.
  private static let newestVersion = 4

  /// - Parameter goOn: asked now and then while statements run.
  /// - Throws: `.corrupt`, `.tooNew`, `.tooLarge`.
  static func open(
    _ file: PrivateFile, while goOn: @escaping () -> Bool
  ) throws(PackageError) -> PrivateDatabase {
    let database = try PrivateDatabase(
      file, of: "Mnemosyne", requiring: ["cards", "facts", "data_for_fact"], while: goOn)
    guard database.has("global_variables") else { return database }
    try database.forEach("select value from global_variables not indexed where key = 'version'") {
      row throws(PackageError) in
      if let version = Int(row.text(0)), version > newestVersion {
        throw .tooNew(found: version, supported: newestVersion)
      }
    }
    return database
  }
}

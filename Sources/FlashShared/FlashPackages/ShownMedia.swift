import FlashText

/// Which files the texts of a container show, and what they are called from now on.
struct ShownMedia {
  /// Files that are named, of those that are missing.
  private static let named = 10

  private let packaged: Set<String>
  /// What texts call a file, where that is not its name.
  private let aliases: [String: String]
  private var missing: Set<String> = []

  /// - Parameter packaged: the names of the files that come with the cards.
  init(_ packaged: [String], aliases: [String: String] = [:]) {
    self.packaged = Set(packaged)
    self.aliases = aliases
  }

  /// Writes the new names of files into the texts of all drafts, and notes what is not there.
  /// - Parameter names: new names by old ones.
  mutating func rename(in batch: inout DraftBatch, _ names: [String: String]) {
    var missing = self.missing
    batch.replaceTexts { text in
      let found = MarkdownMedia.names(in: text)
      guard !found.isEmpty else { return nil }
      var changed: [String: String] = [:]
      for (name, _) in found {
        let packagedName = aliases[name] ?? name
        if !packaged.contains(packagedName) { missing.insert(name) }
        let new = names[packagedName] ?? packagedName
        if new != name { changed[name] = new }
      }
      return changed.isEmpty ? nil : MarkdownMedia.renamed(text, found, changed)
    }
    self.missing = missing
  }

  /// The missing files, in words.
  var warnings: [String] {
    var told = missing.sorted().prefix(ShownMedia.named).map {
      "'\($0)' is shown by a card and not in the file"
    }
    if missing.count > ShownMedia.named {
      told.append("\(missing.count - ShownMedia.named) more files are missing")
    }
    return told
  }
}

internal import FlashCommand

/// A folder of text decks.
public enum DeckFolder {
  /// How deep folders are looked into: deeper ones are likely to be a loop of links.
  private static let maximumDepth = 32

  /// The files of Markdown in a folder and those below it, by name; nil for what is no folder. What
  /// begins with a dot is left out.
  public static func files(in path: String) -> [String]? { files(in: path, depth: 0) }

  private static func files(in path: String, depth: Int) -> [String]? {
    guard path != "-", DirectoryEntry.isDirectory(path) else { return nil }
    guard depth < maximumDepth else { return [] }
    let folder = path.hasSuffix("/") ? path : path + "/"
    var files: [String] = []
    for entry in DirectoryEntry.entries(of: path) where !entry.name.hasPrefix(".") {
      if entry.isDirectory {
        files += self.files(in: folder + entry.name, depth: depth + 1) ?? []
      } else if entry.name.hasSuffix(".md") {
        files.append(folder + entry.name)
      }
    }
    return files
  }
}

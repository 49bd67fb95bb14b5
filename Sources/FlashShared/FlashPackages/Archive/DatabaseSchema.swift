/// The schema of an SQLite database, as far as it takes to tell whose it is.
///
/// - Source: SQLite's file format, sqlite.org/fileformat2.html, section 1.6.
public enum DatabaseSchema {
  /// Pages that are looked at.
  private static let mostPages = 64

  /// The bytes of the pages that the first page leads to, where the schema stands if it does not fit
  /// that one; empty if it does, or if they can't be read.
  public static func pages(of descriptor: Int32) -> [UInt8] {
    // What can't be read is not recognised, and told so.
    guard let head = try? ArchiveHandle.bytes(of: descriptor, at: 0, count: 112), head.count == 112
    else { return [] }
    func word(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
      bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
    let told = word(head, 16, 2)
    let size = told == 1 ? 65_536 : told
    // An inner page of a tree of tables.
    guard size >= 512, head[100] == 5,
      let page = try? ArchiveHandle.bytes(of: descriptor, at: 0, count: size), page.count == size
    else { return [] }
    var children = [word(page, 108, 4)]
    for cell in 0..<min(word(page, 103, 2), mostPages) {
      guard 112 + 2 * cell + 2 <= size else { break }
      let place = word(page, 112 + 2 * cell, 2)
      if place + 4 <= size { children.append(word(page, place, 4)) }
    }
    var pages: [UInt8] = []
    for child in children where child > 1 {
      // As above: a page that can't be read names no table, and its reader tells of it.
      pages += (try? ArchiveHandle.bytes(of: descriptor, at: (child - 1) * size, count: size)) ?? []
    }
    return pages
  }
}

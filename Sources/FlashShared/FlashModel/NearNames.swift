/// Which known names somebody may have meant by one that is not known.
public enum NearNames {
  /// At most three of `candidates`, the nearest first, equally near ones by name.
  ///
  /// Near is an edit distance of at most a third of the length of `name`, and at least 1, an
  /// exchange of two neighbours counting as one edit.
  public static func of(_ name: String, among candidates: [String]) -> [String] {
    let typed = Array(name.unicodeScalars)
    let limit = max(1, typed.count / 3)
    var near: [(distance: Int, name: String)] = []
    for candidate in Set(candidates) where candidate != name {
      let scalars = Array(candidate.unicodeScalars)
      guard abs(scalars.count - typed.count) <= limit else { continue }
      let distance = distance(typed, scalars)
      if distance <= limit { near.append((distance, candidate)) }
    }
    near.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return near.prefix(3).map(\.name)
  }

  /// As ``of(_:among:)``, but case does not count, and a name that `name` is a part of is nearest.
  public static func ofTitle(_ name: String, among candidates: [String]) -> [String] {
    let wanted = name.lowercased()
    let folded = Dictionary(grouping: Set(candidates)) { $0.lowercased() }
    let containing =
      wanted.isEmpty ? [] : folded.keys.filter { $0.contains(wanted) }.sorted()
    let near = of(wanted, among: Array(folded.keys)).filter { !$0.contains(wanted) }
    return (containing + near).prefix(3).compactMap { folded[$0]?.min() }
  }

  /// The least number of insertions, deletions, replacements and exchanges of neighbours that make
  /// `target` of `source`, no place being edited twice.
  /// - Complexity: the product of the two lengths.
  /// - Source: Damerau-Levenshtein, in the restricted form (optimal string alignment).
  static func distance(_ source: [Unicode.Scalar], _ target: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...target.count)
    for (row, left) in source.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(target.count + 1)
      for (column, right) in target.enumerated() {
        var best = min(
          last[column + 1] + 1, current[column] + 1, last[column] + (left == right ? 0 : 1))
        if row > 0, column > 0, left == target[column - 1], source[row - 1] == right {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[target.count]
  }
}

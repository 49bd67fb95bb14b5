/// Up to three of `names` that a person may have meant by `name`, nearest first: at most a third
/// of the letters differ, or the name is a part of it.
func nearNames(to name: String, in names: [String]) -> [String] {
  let wanted = Array(name.lowercased())
  let ranked = names.compactMap { candidate -> (name: String, distance: Int)? in
    let letters = Array(candidate.lowercased())
    if !wanted.isEmpty, candidate.lowercased().contains(name.lowercased()) { return (candidate, 0) }
    guard letters.count <= 255, wanted.count <= 255 else { return nil }
    let distance = editDistance(wanted, letters)
    return distance * 3 <= max(wanted.count, letters.count) ? (candidate, distance) : nil
  }
  return ranked.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one into the other.
/// - Source: the "optimal string alignment" form of the Damerau-Levenshtein distance.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for (row, letter) in left.enumerated() {
    var current = [row + 1]
    for (column, other) in right.enumerated() {
      var cost = min(
        previous[column + 1] + 1, current[column] + 1, previous[column] + (letter == other ? 0 : 1))
      if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
        cost = min(cost, beforePrevious[column - 1] + 1)
      }
      current.append(cost)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[right.count]
}

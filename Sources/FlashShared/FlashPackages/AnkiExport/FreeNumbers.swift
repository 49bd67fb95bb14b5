/// Gives numbers that are near what is asked for, each once. Anki's ids are moments in milliseconds,
/// and cards that came in together have the same moment.
public struct FreeNumbers: Sendable {
  /// For a number that is taken, where to look for the next free one.
  private var next: [Int64: Int64] = [:]

  public init() {}

  /// The least number from `wanted` on that was not given yet.
  public mutating func take(_ wanted: Int64) -> Int64 {
    var free = wanted
    while let further = next[free] { free = further }
    // What was passed leads straight behind it from now on.
    var passed = wanted
    while passed != free, let further = next[passed] {
      next[passed] = free + 1
      passed = further
    }
    next[free] = free + 1
    return free
  }
}

public import FlashModel

/// What the four ratings would make of one memory state.
public struct NextStates: Hashable, Sendable {
  // A lane for each rating, again first, so that what they share is computed once.
  var stability: SIMD4<Double>
  var difficulty: SIMD4<Double>

  public subscript(rating: Rating) -> MemoryState {
    MemoryState(
      stability: stability[rating.rawValue - 1], difficulty: difficulty[rating.rawValue - 1])
  }
}

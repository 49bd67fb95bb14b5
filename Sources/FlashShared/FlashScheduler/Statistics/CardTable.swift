/// A value for each card, by the card's number in the store.
///
/// Those numbers are dense, so most values lie in one array: looking one up a million times costs
/// next to nothing.
struct CardTable<Value: Sendable>: Sendable {
  private var dense: [Value]
  /// Of cards with numbers beyond the array, which there are after a repair at most.
  private var others: [Int64: Value] = [:]
  private let empty: Value

  /// - Parameter bound: numbers below it are looked up fastest; memory is kept for so many values.
  init(_ empty: Value, below bound: Int) {
    self.empty = empty
    dense = Array(repeating: empty, count: max(0, bound))
  }

  subscript(key: Int64) -> Value {
    get {
      key >= 0 && key < dense.count ? dense[Int(key)] : others[key] ?? empty
    }
    set {
      if key >= 0 && key < dense.count {
        dense[Int(key)] = newValue
      } else {
        others[key] = newValue
      }
    }
  }
}

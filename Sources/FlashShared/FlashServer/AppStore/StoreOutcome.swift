/// What became of a notification of the store's.
enum StoreOutcome: String, Sendable, Hashable, CaseIterable {
  /// It is kept, and its turn has not come.
  case pending
  case applied
  /// It was signed before what was applied last. It took its place, and that stands.
  case outOfOrder = "out_of_order"
  /// No device has shown the purchase yet.
  case unknownAccount = "unknown_account"
  /// Nothing follows from it.
  case ignored
  /// Its product is of no plan.
  case failed

  /// Whether it is told anew once what it waits for is there.
  var isOpen: Bool { [.pending, .unknownAccount, .failed].contains(self) }
}

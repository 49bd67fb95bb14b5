import FlashModel

/// A row while a push is at work on it.
struct StoredRow<Record: RowRecord> {
  /// As it was before the push; nil if there was none.
  let before: Record?
  var record: Record
  /// The stamp it is to have; nil if nothing was changed.
  var stamp: Int64?

  init(before: Record?, record: Record, stamp: Int64? = nil) {
    self.before = before
    self.record = record
    self.stamp = stamp
  }
}

/// What becomes of a row that was sent over one that is stored.
enum RowVerdict {
  case accepted
  case unchanged
  /// What is stored is newer, or came first and now is.
  case stale
}

extension RowRecord {
  /// Whether everything but the clock is equal.
  func hasSameContent(as other: Self) -> Bool {
    var copy = self
    copy.clock = other.clock
    return copy == other
  }
}

extension StoredRow {
  /// Settles a row by the later clock.
  ///
  /// Of two rows with one clock the first stays, and its clock is raised so that whoever sent the
  /// second takes the first with the next pull.
  /// - Parameters:
  ///   - isAdjusted: the clock is not the one that was sent, and says nothing where nothing else has
  ///     changed.
  ///   - stamp: gives the next stamp.
  mutating func merge(
    _ row: Record, isAdjusted: Bool, stamp nextStamp: () -> Int64
  ) -> RowVerdict {
    let isSame = row.hasSameContent(as: record)
    if isSame, isAdjusted || row.clock == record.clock { return .unchanged }
    if row.clock > record.clock {
      record = row
      stamp = nextStamp()
      return .accepted
    }
    if row.clock == record.clock {
      record.clock = record.clock.advanced(by: 1)
      stamp = nextStamp()
    }
    return .stale
  }

  /// Sends a row that stays out once more, if whoever sent the other one would not know: its clock is a
  /// wrong one, and it may have been sent this row long ago.
  mutating func `repeat`(
    over clock: Timestamp, after verdict: RowVerdict, stamp nextStamp: () -> Int64
  ) {
    guard stamp == nil else { return }
    switch verdict {
    case .accepted: return
    case .stale: if clock >= record.clock { stamp = nextStamp() }
    // Equal but for a clock that was corrected away.
    case .unchanged: if clock != record.clock { stamp = nextStamp() }
    }
  }
}

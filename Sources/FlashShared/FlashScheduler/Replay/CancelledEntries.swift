import FlashModel

/// Which entries of a log are undone.
///
/// An `undo` cancels an earlier entry, unless it is itself cancelled by a later one: so they are
/// looked at from the last to the first, each when all that could cancel it is known.
struct CancelledEntries {
  /// Empty as long as nothing is cancelled, which is nearly always.
  private var flags: [Bool] = []

  /// From so many undos on, their targets are found through a table.
  private static let manyUndos = 8

  init(_ entries: Span<ReplayEntry>) {
    var undos = 0
    for index in 0..<entries.count where entries[index].kind == .undo { undos += 1 }
    guard undos > 0 else { return }
    flags = Array(repeating: false, count: entries.count)
    var table: [ReviewID: Int] = [:]
    if undos >= CancelledEntries.manyUndos {
      table.reserveCapacity(entries.count)
      for index in 0..<entries.count { table[entries[index].id] = index }
    }
    for index in (0..<entries.count).reversed() where entries[index].kind == .undo && !flags[index]
    {
      let target = entries[index].cancels
      if undos >= CancelledEntries.manyUndos {
        if let found = table[target], found < index { flags[found] = true }
      } else if let found = (0..<index).last(where: { entries[$0].id == target }) {
        flags[found] = true
      }
    }
  }

  @inline(__always)
  func contains(_ index: Int) -> Bool { !flags.isEmpty && flags[index] }
}

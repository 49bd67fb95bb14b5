internal import FlashSQL

extension Store {
  /// Writes the file anew without the space that nothing uses, and removes media that no asset is.
  /// - Returns: its size in bytes before and after.
  /// - Throws: `.database(.diskFull)`: for a moment it needs as much space again; `.locked`.
  public func vacuum() throws(StoreError) -> (before: Int, after: Int) {
    let before = Int(FileFacts.size(path) + FileFacts.size(path + "-wal"))
    try underLock { () throws(StoreError) in
      try storing { () throws(SQLError) in
        try connection.execute("vacuum")
        _ = try connection.checkpoint()
      }
      _ = try removeStrayMedia()
    }
    return (before, Int(FileFacts.size(path) + FileFacts.size(path + "-wal")))
  }
}

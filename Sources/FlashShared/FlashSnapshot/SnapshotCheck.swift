internal import FlashSQL
internal import FlashThreads

/// The look at a whole snapshot, while its rows are being read on another thread.
public final class SnapshotCheck {
  private let work: SideWork<SnapshotError?>

  /// Begins. Nobody may change the file before the end.
  public init(of file: SpoolFile) {
    let (path, size) = (file.path, file.size)
    work = SideWork {
      do throws(SnapshotError) {
        // A connection of its own: each is used by one thread.
        let connection = try SnapshotFile.connect(path: path, size: size) { true }
        try SnapshotFile.check(connection)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Whether something is known to be wrong already.
  public var hasFailed: Bool {
    if let outcome = work.resultIfThere { outcome != nil } else { false }
  }

  /// Waits for the end.
  /// - Throws: ``SnapshotError`` if anything in the file is not as it has to be.
  public func finish() throws(SnapshotError) {
    if let error = work.result() { throw error }
  }
}

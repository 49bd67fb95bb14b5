/// Pieces that are made on a thread of their own, while those before them are being used.
///
/// The pieces come out in the order in which they were made, so that what is done with them does not
/// depend on which thread is faster. A few are made ahead, never more.
public final class ReadAhead<Piece: Sendable> {
  private let queue: PieceQueue<Piece>
  private var thread: BackgroundThread?

  /// - Parameters:
  ///   - depth: pieces that may wait.
  ///   - make: the next piece; nil at the end. Nobody else may touch what it touches until ``stop()``
  ///     has returned.
  public init(depth: Int = 4, _ make: @escaping () throws -> Piece?) {
    let queue = PieceQueue(depth: depth, make)
    self.queue = queue
    thread = BackgroundThread { queue.fill() }
  }

  deinit { stop() }

  /// The next piece; nil at the end.
  /// - Throws: what the making of it threw.
  public func next() throws -> Piece? {
    // Where no thread can be made, each is made when it is asked for.
    thread == nil ? try queue.make() : try queue.take().get()
  }

  /// Ends the making, and waits for the thread.
  public func stop() {
    guard let thread else { return }
    queue.stop()
    thread.join()
    self.thread = nil
  }
}

internal import CZlib

// Boundary to zlib, with Gzip.swift: nothing outside these files sees a pointer.

/// Packs what comes piece by piece; what it holds does not grow with it.
@safe
final class GzipStream {
  // On the heap, as zlib remembers where its stream is.
  private let stream: UnsafeMutablePointer<z_stream>
  private var chunk = [UInt8](repeating: 0, count: 64 << 10)

  /// Packs quickly rather than tightly.
  /// - Returns: nil if there is no memory for it.
  init?() {
    unsafe stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    let status = unsafe deflateInit2_(
      stream, Z_BEST_SPEED, Z_DEFLATED, Gzip.window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    guard status == Z_OK else { return nil }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deinitialize(count: 1)
    unsafe stream.deallocate()
  }

  /// Takes a piece, and gives `body` what is packed by then, at most 64 KiB at a time.
  /// - Parameter isLast: whether nothing follows.
  func push(
    _ bytes: [UInt8], isLast: Bool = false, _ body: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    try unsafe bytes.withUnsafeBufferPointer { input in
      unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      unsafe stream.pointee.avail_in = UInt32(input.count)
      var isFull = true
      while isFull {
        unsafe chunk.withUnsafeMutableBufferPointer { chunk in
          unsafe stream.pointee.next_out = chunk.baseAddress
          unsafe stream.pointee.avail_out = UInt32(chunk.count)
          _ = unsafe deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
        }
        let left = unsafe Int(stream.pointee.avail_out)
        isFull = left == 0
        if left < chunk.count { try body(chunk[..<(chunk.count - left)]) }
      }
      unsafe stream.pointee.next_in = nil
    }
  }
}

internal import CZlib

// Boundary to zlib, with GzipStream.swift: nothing outside these files sees a pointer.

/// Bodies as they travel: packed by gzip, the one encoding that is spoken here.
@safe
public enum Gzip {
  public enum Failure: Error, Hashable {
    /// Not gzip, or cut off.
    case damaged
    /// More comes out of it than is allowed.
    case tooLarge
  }

  /// A window of 32 KiB, and gzip's head and sum around it.
  /// - Source: zlib.h, inflateInit2 and deflateInit2.
  static let window: Int32 = 15 + 16
  private static let room = 64 << 10

  /// Unpacks, and stops once there is more than is allowed: what is packed may say what it likes.
  /// - Parameter limit: bytes that may come out.
  public static func unpacked(
    _ bytes: [UInt8], limit: Int
  ) throws(Failure) -> [UInt8] {
    var output: [UInt8] = []
    let failure = unsafe withStream { stream -> Failure? in
      let size = unsafe Int32(MemoryLayout<z_stream>.size)
      guard unsafe inflateInit2_(stream, window, ZLIB_VERSION, size) == Z_OK else {
        return .tooLarge
      }
      defer { unsafe inflateEnd(stream) }
      return unsafe bytes.withUnsafeBufferPointer { input in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(input.count)
        return unsafe inflate(stream, into: &output, limit)
      }
    }
    if let failure { throw failure }
    return output
  }

  private static func inflate(
    _ stream: UnsafeMutablePointer<z_stream>, into output: inout [UInt8], _ limit: Int
  ) -> Failure? {
    var chunk = [UInt8](repeating: 0, count: room)
    while true {
      let status = unsafe chunk.withUnsafeMutableBufferPointer { chunk in
        unsafe stream.pointee.next_out = chunk.baseAddress
        unsafe stream.pointee.avail_out = UInt32(chunk.count)
        return unsafe CZlib.inflate(stream, Z_NO_FLUSH)
      }
      let count = unsafe room - Int(stream.pointee.avail_out)
      guard output.count + count <= limit else { return .tooLarge }
      output.append(contentsOf: chunk[..<count])
      switch status {
      case Z_STREAM_END:
        guard unsafe stream.pointee.avail_in > 0 else { return nil }
        // Another member follows.
        guard unsafe inflateReset(stream) == Z_OK else { return .damaged }
      case Z_OK: if count == 0, unsafe stream.pointee.avail_in == 0 { return .damaged }
      default: return .damaged
      }
    }
  }

  /// Packs, quickly rather than tightly.
  /// - Returns: nil if there is no memory for it.
  public static func packed(_ bytes: [UInt8]) -> [UInt8]? {
    unsafe withStream { stream in
      let size = unsafe Int32(MemoryLayout<z_stream>.size)
      guard
        unsafe deflateInit2_(
          stream, Z_BEST_SPEED, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
          == Z_OK
      else { return nil }
      defer { unsafe deflateEnd(stream) }
      let room = unsafe Int(deflateBound(stream, UInt(bytes.count)))
      var output = [UInt8](repeating: 0, count: room)
      let status = unsafe bytes.withUnsafeBufferPointer { input in
        unsafe output.withUnsafeMutableBufferPointer { output in
          unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
          unsafe stream.pointee.avail_in = UInt32(input.count)
          unsafe stream.pointee.next_out = output.baseAddress
          unsafe stream.pointee.avail_out = UInt32(output.count)
          return unsafe deflate(stream, Z_FINISH)
        }
      }
      guard status == Z_STREAM_END else { return nil }
      output.removeLast(unsafe Int(stream.pointee.avail_out))
      return output
    }
  }

  /// zlib remembers where its stream is, so it must not move.
  private static func withStream<Result>(
    _ body: (UnsafeMutablePointer<z_stream>) -> Result
  ) -> Result {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    defer {
      unsafe stream.deinitialize(count: 1)
      unsafe stream.deallocate()
    }
    return unsafe body(stream)
  }
}

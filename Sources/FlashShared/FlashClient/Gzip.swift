internal import CZlib

// Boundary to zlib.

/// Packs bodies for the way.
enum Gzip {
  /// Bodies below this are not worth it.
  static let smallest = 1_024

  /// The bytes in gzip's form; nil if zlib fails, and they are sent as they are.
  /// - Parameter level: 1, as the network is seldom slower than that.
  static func pack(_ bytes: [UInt8], level: Int32 = 1) -> [UInt8]? {
    var stream = unsafe z_stream()
    // 16 above the size of the window asks for gzip's frame.
    let status = unsafe deflateInit2_(
      &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { return nil }
    defer { unsafe deflateEnd(&stream) }
    var packed = [UInt8](repeating: 0, count: Int(unsafe deflateBound(&stream, UInt(bytes.count))))
    let room = packed.count
    var input = bytes
    let ending = unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe packed.withUnsafeMutableBufferPointer { target in
        unsafe stream.next_in = source.baseAddress
        unsafe stream.avail_in = UInt32(source.count)
        unsafe stream.next_out = target.baseAddress
        unsafe stream.avail_out = UInt32(target.count)
        return unsafe deflate(&stream, Z_FINISH)
      }
    }
    guard ending == Z_STREAM_END else { return nil }
    packed.removeLast(room - Int(unsafe stream.total_out))
    return packed
  }
}

internal import CZstd

// Boundary to libzstd.

/// Packs bytes, piece by piece.
@safe
final class ZstdPacker {
  /// As fast as a disk, and half as large.
  private static let level: Int32 = 3

  private let context: OpaquePointer
  private var output: [UInt8]

  /// - Parameter threads: that pack at a time, as far as the library has any.
  init(threads: Int = 1) throws(SnapshotError) {
    guard let made = unsafe ZSTD_createCCtx() else {
      throw .cannotSpool(reason: "out of memory")
    }
    unsafe context = made
    unsafe ZSTD_CCtx_setParameter(made, ZSTD_c_compressionLevel, ZstdPacker.level)
    // A sum at the end of the frame tells a bit that has turned.
    unsafe ZSTD_CCtx_setParameter(made, ZSTD_c_checksumFlag, 1)
    // Workers beside the thread that asks. A library without threads says no, and packs all the same.
    if threads > 1 { unsafe ZSTD_CCtx_setParameter(made, ZSTD_c_nbWorkers, Int32(threads)) }
    output = [UInt8](repeating: 0, count: ZSTD_CStreamOutSize())
  }

  deinit { unsafe ZSTD_freeCCtx(context) }

  /// Packs the next bytes.
  /// - Parameters:
  ///   - isLast: whether the frame ends with them.
  ///   - take: gets what is packed, some at a time.
  func push(
    _ bytes: ArraySlice<UInt8>, isLast: Bool,
    _ take: (ArraySlice<UInt8>) throws(SnapshotError) -> Void
  ) throws(SnapshotError) {
    var consumed = 0
    while true {
      let (status, read, written) = step(bytes, from: consumed, isLast)
      guard ZSTD_isError(status) == 0 else { throw .cannotSpool(reason: "zstd cannot pack") }
      consumed = read
      if written > 0 { try take(output[..<written]) }
      if isLast ? status == 0 : consumed == bytes.count { return }
    }
  }

  private func step(
    _ bytes: ArraySlice<UInt8>, from start: Int, _ isLast: Bool
  ) -> (status: Int, read: Int, written: Int) {
    unsafe bytes.withUnsafeBytes { input in
      unsafe output.withUnsafeMutableBytes { room in
        var source = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: start)
        var target = unsafe ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
        let status = unsafe ZSTD_compressStream2(
          context, &target, &source, isLast ? ZSTD_e_end : ZSTD_e_continue)
        return unsafe (status, source.pos, target.pos)
      }
    }
  }
}

/// Unpacks one frame, piece by piece, and stops once more comes out of it than is allowed.
@safe
final class ZstdUnpacker {
  /// The window a frame may ask for, as a power of two: four times what ours do.
  private static let largestWindow: Int32 = 23

  private let context: OpaquePointer
  private var output: [UInt8]
  private let limit: Int64
  private var count: Int64 = 0
  private var isComplete = false

  /// - Parameter limit: bytes that may come out.
  init(limit: Int64) throws(SnapshotError) {
    guard let made = unsafe ZSTD_createDCtx() else {
      throw .cannotSpool(reason: "out of memory")
    }
    unsafe context = made
    unsafe ZSTD_DCtx_setParameter(made, ZSTD_d_windowLogMax, ZstdUnpacker.largestWindow)
    output = [UInt8](repeating: 0, count: ZSTD_DStreamOutSize())
    self.limit = limit
  }

  deinit { unsafe ZSTD_freeDCtx(context) }

  /// Unpacks the next bytes.
  /// - Throws: `.damaged`, `.tooLarge`; what `take` throws.
  func push(
    _ bytes: ArraySlice<UInt8>, _ take: (ArraySlice<UInt8>) throws(SnapshotError) -> Void
  ) throws(SnapshotError) {
    var consumed = 0
    while true {
      if isComplete {
        guard consumed == bytes.count else { throw .damaged(reason: "more follows its end") }
        return
      }
      let (status, read, written) = step(bytes, from: consumed)
      guard ZSTD_isError(status) == 0 else {
        let reason = unsafe String(cString: ZSTD_getErrorName(status)).lowercased()
        throw .damaged(reason: reason)
      }
      consumed = read
      isComplete = status == 0
      count += Int64(written)
      guard count <= limit else { throw .tooLarge(limit: limit) }
      if written > 0 { try take(output[..<written]) }
      if consumed == bytes.count, written < output.count { return }
    }
  }

  /// Says that nothing more comes.
  /// - Throws: `.damaged` if the frame is cut.
  func finish() throws(SnapshotError) {
    guard isComplete else { throw .damaged(reason: "it is cut off") }
  }

  private func step(
    _ bytes: ArraySlice<UInt8>, from start: Int
  ) -> (status: Int, read: Int, written: Int) {
    unsafe bytes.withUnsafeBytes { input in
      unsafe output.withUnsafeMutableBytes { room in
        var source = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: start)
        var target = unsafe ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
        let status = unsafe ZSTD_decompressStream(context, &target, &source)
        return unsafe (status, source.pos, target.pos)
      }
    }
  }
}

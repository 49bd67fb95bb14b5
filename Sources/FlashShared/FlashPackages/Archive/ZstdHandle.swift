import CZstd

// Boundary to libzstd.

/// Unpacks zstd data, piece by piece: one frame or several, one after the other.
@safe public struct ZstdHandle: ~Copyable {
  /// Bytes that a frame may ask for as its window, as a power of two: what `zstd -19` needs, twice.
  private static let largestWindow: Int32 = 26

  private let context: OpaquePointer
  private var budget: UnpackBudget
  private let room: Int
  /// Whether what came so far ends with a frame.
  private var isComplete = false

  /// - Parameters:
  ///   - input: bytes of the container, for the ratio.
  ///   - limits: for all that is unpacked.
  /// - Throws: `.tooLarge` if there is no memory.
  public init(input: Int, limits: UnpackLimits = .standard) throws(PackageError) {
    guard let made = unsafe ZSTD_createDCtx() else {
      throw .tooLarge(reason: "no memory to unpack it")
    }
    unsafe ZSTD_DCtx_setParameter(made, ZSTD_d_windowLogMax, ZstdHandle.largestWindow)
    unsafe context = made
    budget = UnpackBudget(limits, input: input)
    room = ZSTD_DStreamOutSize()
  }

  deinit { unsafe ZSTD_freeDCtx(context) }

  /// Unpacks the next bytes.
  /// - Parameter take: gets the unpacked bytes, some at a time.
  /// - Throws: `.corrupt`, `.tooLarge`; what `take` throws.
  public mutating func push(
    _ bytes: [UInt8], _ take: (ArraySlice<UInt8>) throws(PackageError) -> Void
  ) throws(PackageError) {
    var output = [UInt8](repeating: 0, count: room)
    var consumed = 0
    while true {
      let (status, read, written) = step(bytes, from: consumed, into: &output)
      guard ZSTD_isError(status) == 0 else {
        let reason = unsafe String(cString: ZSTD_getErrorName(status)).lowercased()
        throw .corrupt(reason: "damaged zstd data: \(reason)")
      }
      // Asked again between two frames it would speak of the next one.
      if read > consumed || written > 0 { isComplete = status == 0 }
      consumed = read
      if written > 0 {
        try budget.take(written)
        try take(output[..<written])
      }
      if consumed == bytes.count, written < room { return }
    }
  }

  private func step(
    _ bytes: [UInt8], from start: Int, into output: inout [UInt8]
  ) -> (status: Int, read: Int, written: Int) {
    unsafe bytes.withUnsafeBytes { input in
      unsafe output.withUnsafeMutableBytes { room in
        var source = unsafe ZSTD_inBuffer(
          src: input.baseAddress, size: input.count, pos: start)
        var target = unsafe ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
        let status = unsafe ZSTD_decompressStream(context, &target, &source)
        return unsafe (status, source.pos, target.pos)
      }
    }
  }

  /// Says that the data ends.
  /// - Throws: `.corrupt` if a frame is cut.
  public func finish() throws(PackageError) {
    guard isComplete else { throw .corrupt(reason: "damaged zstd data: it was cut off") }
  }
}

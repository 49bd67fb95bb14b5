#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open file of the process, by its number. The boundary to `read`, `write` and their kin.
public struct Descriptor: Hashable, Sendable {
  public let number: Int32

  public init(number: Int32) { self.number = number }

  public static let standardInput = Descriptor(number: 0)
  public static let standardOutput = Descriptor(number: 1)
  public static let standardError = Descriptor(number: 2)

  public var isOpen: Bool { fcntl(number, F_GETFD) != -1 }

  public var isTerminal: Bool { isatty(number) == 1 }

  /// Writes all of `bytes`, in as many calls as it takes.
  public func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
    let failure = bytes.withContiguousStorageIfAvailable { unsafe writeAll($0) }
    if let failure {
      if let error = failure { throw error }
      return
    }
    if let error = unsafe Array(bytes).withUnsafeBufferPointer({ unsafe writeAll($0) }) {
      throw error
    }
  }

  private func writeAll(_ bytes: UnsafeBufferPointer<UInt8>) -> SystemError? {
    var rest = unsafe UnsafeRawBufferPointer(bytes)[...]
    while unsafe !rest.isEmpty {
      let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
      #if canImport(Glibc)
        let count = unsafe Glibc.write(number, part.baseAddress, part.count)
      #else
        let count = unsafe Darwin.write(number, part.baseAddress, part.count)
      #endif
      if count >= 0 {
        unsafe rest = rest.dropFirst(count)
        continue
      }
      let error = SystemError.last
      switch error {
      case .interrupted: continue
      case .wouldBlock: wait(for: Int16(POLLOUT))
      default: return error
      }
    }
    return nil
  }

  /// Reads at most `count` bytes and appends them to `buffer`.
  /// - Returns: how many were read; 0 at the end of the file.
  /// - Throws: also ``SystemError/interrupted``: the caller decides whether a signal ends the wait.
  public func read(upTo count: Int, into buffer: inout [UInt8]) throws(SystemError) -> Int {
    let start = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: count))
    while true {
      let got = unsafe buffer.withUnsafeMutableBytes { storage in
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: storage[start...])
        #if canImport(Glibc)
          return unsafe Glibc.read(number, room.baseAddress, room.count)
        #else
          return unsafe Darwin.read(number, room.baseAddress, room.count)
        #endif
      }
      if got >= 0 {
        buffer.removeLast(count - got)
        return got
      }
      let error = SystemError.last
      guard error == .wouldBlock else {
        buffer.removeLast(count)
        throw error
      }
      wait(for: Int16(POLLIN))
    }
  }

  /// Waits until a descriptor that somebody set non-blocking is ready again.
  private func wait(for events: Int16) {
    var entry = pollfd(fd: number, events: events, revents: 0)
    _ = unsafe poll(&entry, 1, -1)
  }

  /// Closes the file; nothing that was written can fail any more once it has been flushed.
  public func close() {
    #if canImport(Glibc)
      _ = Glibc.close(number)
    #else
      _ = Darwin.close(number)
    #endif
  }

  /// Opens a file; the descriptor is not inherited by child processes.
  public static func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> Descriptor {
    let flags: Int32 =
      switch mode {
      case .read: O_RDONLY
      case .append: O_WRONLY | O_CREAT | O_APPEND
      }
    #if canImport(Glibc)
      let number = unsafe Glibc.open(path, flags | O_CLOEXEC, 0o600)
    #else
      let number = unsafe Darwin.open(path, flags | O_CLOEXEC, 0o600)
    #endif
    guard number >= 0 else { throw SystemError.last }
    return Descriptor(number: number)
  }

  /// Opens descriptors 0, 1 and 2 on `/dev/null` where they are closed, so that no file that is
  /// opened later, a database least of all, becomes one of them.
  static func fillStandardOnes() {
    for number in Int32(0)...2 where !Descriptor(number: number).isOpen {
      // open() gives the lowest free number, and all below this one are taken.
      #if canImport(Glibc)
        _ = unsafe Glibc.open("/dev/null", O_RDWR)
      #else
        _ = unsafe Darwin.open("/dev/null", O_RDWR)
      #endif
    }
  }
}

/// What a file is opened for; new files are readable and writable by their owner alone.
public enum OpenMode: Sendable {
  case read
  case append
}

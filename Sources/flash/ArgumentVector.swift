// Boundary to the arguments of this process and to the program that takes its place.
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import FlashCommand

/// Arguments as the bytes they were given as, which need not be UTF-8: a plugin must get them as
/// they are.
@safe struct ArgumentVector {
  private var words: [UnsafeMutablePointer<CChar>]

  /// The arguments of this process, without the program's name.
  static var ofProcess: ArgumentVector {
    let start = unsafe CommandLine.unsafeArgv
    let count = Int(CommandLine.argc)
    // The array ends in nil, and what it holds lives as long as the process.
    let words = unsafe (0..<count).dropFirst().compactMap { unsafe start[$0] }
    return unsafe ArgumentVector(words: words)
  }

  private init(words: [UnsafeMutablePointer<CChar>]) { unsafe self.words = unsafe words }

  init(_ texts: [String]) {
    // Never freed: arguments are made a few times at most, before another program takes over.
    unsafe words = unsafe texts.compactMap { unsafe strdup($0) }
  }

  var count: Int { unsafe words.count }

  /// The argument at `index`; bytes that are not UTF-8 are replaced.
  subscript(index: Int) -> String { unsafe String(cString: words[index]) }

  /// All arguments; bytes that are not UTF-8 are replaced.
  var texts: [String] { (0..<count).map { self[$0] } }

  /// These arguments without the first `count`.
  func dropFirst(_ count: Int) -> ArgumentVector {
    unsafe ArgumentVector(words: Array(words.dropFirst(count)))
  }

  /// The arguments of `self`, then those of `other`.
  func appending(_ other: ArgumentVector) -> ArgumentVector {
    unsafe ArgumentVector(words: words + other.words)
  }

  /// Makes this process the program at `path`, with these arguments.
  /// - Returns: only if that cannot be: why.
  func exec(_ path: String) -> SystemError {
    let name: [UnsafeMutablePointer<CChar>?] = unsafe [strdup(path)]
    unsafe execv(path, name + words + [nil])
    return SystemError(number: errno)
  }
}

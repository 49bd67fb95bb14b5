// Boundary to the arguments of this process and to the program that takes its place.
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import FlashCommand

/// Arguments as the bytes they were given as, which need not be UTF-8: a plugin must get them as
/// they are.
///
/// A view of C's own array rather than an array of Swift's, whose types would have to be made at
/// run time: that alone is a tenth of the way to a plugin. What is allocated is never given back:
/// lines are put together a few times at most, before another program takes over.
@safe struct ArgumentVector {
  private typealias Word = UnsafeMutablePointer<CChar>?

  private let words: UnsafeMutablePointer<Word>
  let count: Int

  /// The arguments of this process, without the program's name.
  static var ofProcess: ArgumentVector {
    let count = Int(CommandLine.argc)
    guard count > 1 else { return ArgumentVector([]) }
    return unsafe ArgumentVector(words: CommandLine.unsafeArgv + 1, count: count - 1)
  }

  private init(words: UnsafeMutablePointer<Word>, count: Int) {
    unsafe self.words = unsafe words
    self.count = count
  }

  init(_ texts: [String]) {
    unsafe words = .allocate(capacity: texts.count)
    count = texts.count
    for (index, text) in texts.enumerated() { unsafe words[index] = unsafe strdup(text) }
  }

  /// The argument at `index`; bytes that are not UTF-8 are replaced.
  subscript(index: Int) -> String {
    guard let word = unsafe words[index] else { return "" }
    return unsafe String(cString: word)
  }

  /// All arguments; bytes that are not UTF-8 are replaced.
  var texts: [String] { (0..<count).map { self[$0] } }

  /// These arguments without the first `number`.
  func dropFirst(_ number: Int) -> ArgumentVector {
    let number = min(number, count)
    return unsafe ArgumentVector(words: words + number, count: count - number)
  }

  /// The arguments of `self`, then those of `other`.
  func appending(_ other: ArgumentVector) -> ArgumentVector {
    if count == 0 { return other }
    let both = UnsafeMutablePointer<Word>.allocate(capacity: count + other.count)
    unsafe both.initialize(from: words, count: count)
    unsafe (both + count).initialize(from: other.words, count: other.count)
    return unsafe ArgumentVector(words: both, count: count + other.count)
  }

  /// Makes this process the program at `path`, with these arguments.
  /// - Returns: only if that cannot be: why.
  func exec(_ path: String) -> SystemError {
    let line = UnsafeMutablePointer<Word>.allocate(capacity: count + 2)
    unsafe line[0] = unsafe strdup(path)
    unsafe (line + 1).initialize(from: words, count: count)
    unsafe line[count + 1] = nil
    unsafe execv(path, line)
    let error = SystemError(number: errno)
    unsafe free(line[0])
    unsafe line.deallocate()
    return error
  }
}

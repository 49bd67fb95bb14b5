/// A parser of bytes from outside, with what has to hold whatever the bytes are.
public struct FuzzedParser: Sendable, CustomStringConvertible {
  /// Also the name of the folder of its corpus.
  public let name: String
  private let check: @Sendable ([UInt8]) throws(Violation) -> Void

  init(_ name: String, _ check: @escaping @Sendable ([UInt8]) throws(Violation) -> Void) {
    self.name = name
    self.check = check
  }

  public var description: String { name }

  /// Everything that reads what flash has not written itself, and what it must read back.
  public static let all: [FuzzedParser] = decks + packages + texts + values + snapshots

  /// What does not hold for `bytes`, in words; nil if all does.
  public func violation(of bytes: [UInt8]) -> String? {
    do throws(Violation) {
      try check(bytes)
      return nil
    } catch {
      return "\(name): \(error.words)"
    }
  }
}

/// What did not hold.
struct Violation: Error {
  let words: String

  init(_ words: String) { self.words = words }
}

/// Passes only if the condition holds.
func require(_ condition: Bool, _ words: @autoclosure () -> String) throws(Violation) {
  guard condition else { throw Violation(words()) }
}

/// Passes only if both are equal.
func requireEqual<Value: Equatable>(
  _ left: Value, _ right: Value, _ words: @autoclosure () -> String
) throws(Violation) {
  guard left == right else { throw Violation("\(words()): \(left) and \(right)") }
}

/// A text of the bytes, damaged ones replaced.
func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

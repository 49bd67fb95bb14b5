/// One operand of a command: its specification and where its value goes.
public struct CommandOperand<Options>: Sendable {
  public var specification: OperandSpecification
  let apply: @Sendable (inout Options, String) throws(UsageError) -> Void
}

extension CommandOperand {
  /// An operand that must be given.
  public static func required<Value: CommandValue>(
    _ name: String, help: String, into path: any WritableKeyPath<Options, Value> & Sendable,
    completion: Completion? = nil
  ) -> Self {
    parsed(
      OperandSpecification(name: name, help: help, isRequired: true, isRepeatable: false),
      completion, Value.self
    ) { $0[keyPath: path] = $1 }
  }

  /// An operand that may be left out.
  public static func optional<Value: CommandValue>(
    _ name: String, help: String, into path: any WritableKeyPath<Options, Value?> & Sendable,
    completion: Completion? = nil
  ) -> Self {
    parsed(
      OperandSpecification(name: name, help: help, isRequired: false, isRepeatable: false),
      completion, Value.self
    ) { $0[keyPath: path] = $1 }
  }

  /// Any number of operands; at least one, if `isRequired`.
  public static func repeated<Value: CommandValue>(
    _ name: String, help: String, isRequired: Bool = false,
    into path: any WritableKeyPath<Options, [Value]> & Sendable, completion: Completion? = nil
  ) -> Self {
    parsed(
      OperandSpecification(name: name, help: help, isRequired: isRequired, isRepeatable: true),
      completion, Value.self
    ) { $0[keyPath: path].append($1) }
  }

  /// Any number of files; at least one, if `isRequired`.
  public static func files(
    _ name: String = "FILE", help: String, isRequired: Bool = false,
    into path: any WritableKeyPath<Options, [String]> & Sendable
  ) -> Self {
    .repeated(name, help: help, isRequired: isRequired, into: path, completion: .files)
  }

  private static func parsed<Value: CommandValue>(
    _ specification: OperandSpecification, _ completion: Completion?, _ type: Value.Type,
    store: @escaping @Sendable (inout Options, Value) -> Void
  ) -> Self {
    var specification = specification
    specification.completion = completion ?? Value.completion
    let name = specification.name
    return Self(specification: specification) { (options, text) throws(UsageError) in
      guard let value = Value(argument: text) else {
        throw .badValue(subject: name, value: text, expected: Value.expected)
      }
      store(&options, value)
    }
  }
}

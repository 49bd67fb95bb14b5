/// One option of a command: its specification and where its value goes.
public struct CommandOption<Options>: Sendable {
  public var specification: OptionSpecification
  let apply: @Sendable (inout Options, OptionOccurrence) throws(UsageError) -> Void

  init(
    _ specification: OptionSpecification,
    apply: @escaping @Sendable (inout Options, OptionOccurrence) throws(UsageError) -> Void
  ) {
    self.specification = specification
    self.apply = apply
  }
}

/// How an option was given.
enum OptionOccurrence: Sendable, Hashable {
  case on
  case off
  case value(String)
}

/// An option whose value may be left out.
public enum OptionalArgument: Sendable, Hashable {
  case absent
  case bare
  case value(String)
}

extension CommandOption {
  /// A boolean; `--no-name` switches it off again.
  public static func flag(
    _ name: String, short: Character? = nil, help: String, isOnByDefault: Bool = false,
    into path: any WritableKeyPath<Options, Bool> & Sendable
  ) -> Self {
    let specification = OptionSpecification(
      name: name, short: short, argument: .flag(isOnByDefault: isOnByDefault), help: help)
    return Self(specification) { options, occurrence in options[keyPath: path] = occurrence == .on }
  }

  /// A boolean that counts how often it is given; `--no-name` sets it to 0.
  public static func count(
    _ name: String, short: Character? = nil, help: String,
    into path: any WritableKeyPath<Options, Int> & Sendable
  ) -> Self {
    var specification = OptionSpecification(
      name: name, short: short, argument: .flag(isOnByDefault: false), help: help)
    specification.isRepeatable = true
    return Self(specification) { options, occurrence in
      options[keyPath: path] = occurrence == .on ? options[keyPath: path] + 1 : 0
    }
  }

  /// A value that may be absent: the property is optional.
  public static func value<Value: CommandValue>(
    _ name: String, short: Character? = nil, named valueName: String? = nil, help: String,
    into path: any WritableKeyPath<Options, Value?> & Sendable, completion: Completion? = nil
  ) -> Self {
    parsed(name, short, valueName, help, completion, Value.self) { $0[keyPath: path] = $1 }
  }

  /// A value that has a default: the property's own.
  public static func value<Value: CommandValue>(
    _ name: String, short: Character? = nil, named valueName: String? = nil, help: String,
    into path: any WritableKeyPath<Options, Value> & Sendable, completion: Completion? = nil
  ) -> Self {
    parsed(name, short, valueName, help, completion, Value.self) { $0[keyPath: path] = $1 }
  }

  /// A number within `range`, optional.
  public static func value<Value: CommandValue & Comparable & Sendable>(
    _ name: String, short: Character? = nil, named valueName: String? = nil,
    in range: ClosedRange<Value>, help: String,
    into path: any WritableKeyPath<Options, Value?> & Sendable
  ) -> Self {
    ranged(name, short, valueName, range, help) { $0[keyPath: path] = $1 }
  }

  /// A number within `range`, with a default.
  public static func value<Value: CommandValue & Comparable & Sendable>(
    _ name: String, short: Character? = nil, named valueName: String? = nil,
    in range: ClosedRange<Value>, help: String,
    into path: any WritableKeyPath<Options, Value> & Sendable
  ) -> Self {
    ranged(name, short, valueName, range, help) { $0[keyPath: path] = $1 }
  }

  /// Values that add up when the option is repeated.
  public static func values<Value: CommandValue>(
    _ name: String, short: Character? = nil, named valueName: String? = nil, help: String,
    into path: any WritableKeyPath<Options, [Value]> & Sendable, completion: Completion? = nil
  ) -> Self {
    var option = parsed(name, short, valueName, help, completion, Value.self) {
      $0[keyPath: path].append($1)
    }
    option.specification.isRepeatable = true
    return option
  }

  /// A value that may be left out, and is only taken attached: `--name`, `--name=VALUE`.
  public static func optionalValue(
    _ name: String, named valueName: String, help: String,
    into path: any WritableKeyPath<Options, OptionalArgument> & Sendable,
    completion: Completion = .none
  ) -> Self {
    var specification = OptionSpecification(
      name: name, argument: .optional(name: valueName), help: help)
    specification.completion = completion
    return Self(specification) { options, occurrence in
      if case .value(let text) = occurrence {
        options[keyPath: path] = .value(text)
      } else {
        options[keyPath: path] = .bare
      }
    }
  }

  /// A value that `apply` reads and puts where it belongs.
  public static func value(
    _ name: String, short: Character? = nil, named valueName: String, help: String,
    completion: Completion = .none,
    apply: @escaping @Sendable (inout Options, String) throws(UsageError) -> Void
  ) -> Self {
    var specification = OptionSpecification(
      name: name, short: short, argument: .required(name: valueName), help: help)
    specification.completion = completion
    return Self(specification) { (options, occurrence) throws(UsageError) in
      if case .value(let text) = occurrence { try apply(&options, text) }
    }
  }

  /// The same option, left out of help, manual page and completion.
  public func hidden() -> Self { changed { $0.isHidden = true } }

  /// The same option under a heading of its own.
  public func grouped(_ heading: String) -> Self { changed { $0.group = heading } }

  /// The same option with more to say in the manual page.
  public func explained(_ details: String) -> Self { changed { $0.details = details } }

  private func changed(_ change: (inout OptionSpecification) -> Void) -> Self {
    var copy = self
    change(&copy.specification)
    return copy
  }

  private static func parsed<Value: CommandValue>(
    _ name: String, _ short: Character?, _ valueName: String?, _ help: String,
    _ completion: Completion?, _ type: Value.Type,
    store: @escaping @Sendable (inout Options, Value) -> Void
  ) -> Self {
    .value(
      name, short: short, named: valueName ?? Value.valueName, help: help,
      completion: completion ?? Value.completion
    ) { (options, text) throws(UsageError) in
      guard let value = Value(argument: text) else {
        throw .badValue(subject: "--\(name)", value: text, expected: Value.expected)
      }
      store(&options, value)
    }
  }

  private static func ranged<Value: CommandValue & Comparable & Sendable>(
    _ name: String, _ short: Character?, _ valueName: String?, _ range: ClosedRange<Value>,
    _ help: String, store: @escaping @Sendable (inout Options, Value) -> Void
  ) -> Self {
    .value(name, short: short, named: valueName ?? Value.valueName, help: help) {
      (options, text) throws(UsageError) in
      guard let value = Value(argument: text), range.contains(value) else {
        throw .badValue(
          subject: "--\(name)", value: text,
          expected: "\(Value.expected) from \(range.lowerBound) to \(range.upperBound)")
      }
      store(&options, value)
    }
  }
}

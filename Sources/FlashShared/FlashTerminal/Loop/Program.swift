public import FlashModel

/// Something that happened to a program in a terminal.
public enum Event<Message: Sendable>: Sendable {
  case key(Key)
  /// The time that ``Program/wake(_:)`` asked for has passed.
  case woke
  /// The window has another size.
  case resized(TerminalSize)
  /// The process was stopped (^Z) and goes on.
  case resumed
  /// An effect answers.
  case message(Message)
  /// SIGINT, SIGTERM or SIGHUP. The effects of the answer are performed, then the loop ends.
  case interrupted(TerminalSignal)
  /// No more keys will come. The effects of the answer are performed, then the loop ends.
  case endOfInput
}

extension Event: Equatable where Message: Equatable {}

/// What an event leads to: a model, and what is to be done.
public struct Next<Model, Effect> {
  public var model: Model
  /// Performed in order, each before the next screen is drawn.
  public var effects: [Effect]
  /// Whether the loop ends once the effects are performed.
  public var isFinished: Bool

  public init(_ model: Model, _ effects: [Effect] = []) {
    self.model = model
    self.effects = effects
    isFinished = false
  }

  /// The last step of a program.
  public static func finish(_ model: Model, _ effects: [Effect] = []) -> Next {
    var next = Next(model, effects)
    next.isFinished = true
    return next
  }
}

extension Next: Equatable where Model: Equatable, Effect: Equatable {}
extension Next: Sendable where Model: Sendable, Effect: Sendable {}

/// A program in a terminal, as functions from values to values.
public protocol Program {
  associatedtype Model
  /// What effects answer with.
  associatedtype Message: Sendable
  /// What is to be done outside of the model.
  associatedtype Effect

  /// What follows from an event.
  /// - Parameter now: when it happened; `update` never reads a clock.
  func update(_ model: Model, _ event: Event<Message>, at now: Timestamp) -> Next<Model, Effect>

  /// What the terminal shows of a model.
  func view(_ model: Model, _ size: TerminalSize) -> Screen

  /// How long after this event ``Event/woke`` is due if nothing else happens; nil for never.
  func wake(_ model: Model) -> Duration?
}

extension Program {
  public func wake(_ model: Model) -> Duration? { nil }
}

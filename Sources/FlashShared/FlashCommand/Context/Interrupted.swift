/// Thrown at a safe point after a signal asked the command to stop. The runner answers by raising
/// the signal again, so that the shell sees 128 + n.
public struct Interrupted: Error, Hashable {
  public let signal: Signal

  public init(by signal: Signal) { self.signal = signal }
}

import FlashCommand
import FlashModel
import FlashServer

/// The log: a JSON object a line, on standard error.
enum ServeLog {
  /// Writes lines to `descriptor`, each in one call, so that those of several threads stay whole.
  static func lines(
    to descriptor: Descriptor = .standardError, clock: @escaping @Sendable () -> Timestamp
  ) -> @Sendable (LogLine) -> Void {
    { line in
      // A log that nobody takes is no reason to serve nobody.
      try? descriptor.write(line.bytes(at: clock()))
    }
  }

  static func failure(_ error: any Error) -> JSONValue.Member {
    .init("detail", .string((error as? any UserFacingError)?.message ?? "\(error)"))
  }
}

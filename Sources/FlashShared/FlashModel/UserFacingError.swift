/// An error that can tell a person what went wrong and what to do.
///
/// Each module throws one enum that conforms. Lower layers know neither exit codes nor HTTP
/// statuses: both are mapped from ``kind``, once each.
public protocol UserFacingError: Error, Sendable {
  /// What failed: lower case, no full stop, the subject in single quotes, the place if there is one.
  var message: String { get }
  /// One thing to do, if there is one.
  var hint: String? { get }
  /// A stable slug for scripts, such as `store_too_new`.
  var code: String { get }
  var kind: FailureKind { get }
}

extension UserFacingError {
  public var hint: String? { nil }
}

/// What sort of failure it was.
public enum FailureKind: Sendable, Hashable, CaseIterable {
  /// The answer is no.
  case no
  /// A prompt was declined, an editor left without a change.
  case cancelled
  /// Some items failed, each of them told.
  case partly
  /// Not signed in, token refused, subscription ended.
  case notSignedIn
  case usage
  case badInput
  case notFound
  /// A helper program is missing.
  case unavailable
  /// Our own fault.
  case bug
  case system
  case cannotCreate
  case readOrWrite
  case tryLater
  /// The other side broke the protocol, or its version is too old or too new.
  case incompatible
  case notAllowed
  case badConfiguration
}

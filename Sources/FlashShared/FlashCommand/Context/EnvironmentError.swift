public import FlashModel

/// An environment variable or an argument that cannot be used.
public enum EnvironmentError: UserFacingError, Hashable {
  case badClock(String)
  /// `position` counts from 1, the program's name apart.
  case argumentNotUTF8(position: Int)
  case badTimeZone(String)

  public var message: String {
    switch self {
    case .badClock(let text): "FLASH_NOW: not a time: '\(text)'"
    case .argumentNotUTF8(let position): "argument \(position) is not UTF-8"
    case .badTimeZone(let name): "no such time zone: '\(name)'"
    }
  }

  public var hint: String? {
    switch self {
    case .badClock: "write it as 2026-11-30T07:00:00Z, or as milliseconds since 1970"
    case .argumentNotUTF8: nil
    case .badTimeZone: "use a name such as Europe/Stockholm"
    }
  }

  public var code: String {
    switch self {
    case .badClock: "bad_clock"
    case .argumentNotUTF8: "not_utf8"
    case .badTimeZone: "bad_time_zone"
    }
  }

  public var kind: FailureKind {
    switch self {
    case .badClock, .badTimeZone: .badConfiguration
    case .argumentNotUTF8: .usage
    }
  }
}

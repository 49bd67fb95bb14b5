/// Why a time zone could not be made.
public enum TimeZoneError: UserFacingError, Hashable {
  /// Not a name such as `Europe/Berlin`; it could lead a loader out of its folder.
  case badIdentifier(String)
  /// The bytes are no TZif file that we can follow.
  case malformed(identifier: String, flaw: TZifFlaw)

  public var message: String {
    switch self {
    case .badIdentifier(let identifier): "not a time zone: '\(identifier)'"
    case .malformed(let identifier, let flaw):
      "time zone data of '\(identifier)' can't be used: \(flaw.rawValue)"
    }
  }

  public var hint: String? {
    switch self {
    case .badIdentifier: "use a name of the IANA database, such as 'Europe/Berlin'"
    case .malformed: "install the system's time zone data anew (package tzdata)"
    }
  }

  public var code: String {
    switch self {
    case .badIdentifier: "bad_time_zone"
    case .malformed: "damaged_time_zone"
    }
  }

  public var kind: FailureKind {
    switch self {
    case .badIdentifier: .badConfiguration
    case .malformed: .badInput
    }
  }
}

/// What is wrong with a TZif file.
public enum TZifFlaw: String, Error, CaseIterable {
  case tooLarge = "larger than 256 KiB"
  case notTZif = "no TZif header"
  case truncated = "cut short"
  case badCounts = "impossible counts in the header"
  case badOrder = "transitions are not in order"
  case badType = "a transition names a type that does not exist"
  case badOffset = "an offset is out of range"
  case leapSeconds = "it counts leap seconds"
  case badFooter = "the rule in its footer is malformed"
}

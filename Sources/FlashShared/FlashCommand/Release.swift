/// Which release of flash this is.
public enum Release {
  public static let version = "0.1.0"
  /// The day of the release, as manual pages write it.
  public static let date = "November 30, 2026"
}

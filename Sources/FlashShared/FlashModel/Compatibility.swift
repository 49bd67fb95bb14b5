/// The numbers by which releases of flash tell whether they understand each other's data.
public enum Compatibility {
  /// The newest schema of a collection that this release reads and writes, its `user_version`.
  public static let storeSchema = 10
  /// The protocol that devices and servers speak.
  public static let syncProtocol = 1
}

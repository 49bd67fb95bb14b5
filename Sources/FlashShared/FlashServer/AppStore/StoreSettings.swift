import FlashCrypto

/// What an operator says about purchases in the App Store.
public struct StoreSettings: Sendable {
  /// Checks who signed; nil where no purchases are taken.
  let tokens: CertifiedTokens?
  /// The app whose purchases are taken.
  let bundleID: String
  /// Where they may have been made: `Production`, `Sandbox`, `Xcode`, `LocalTesting`.
  let environments: Set<String>
  /// Plans by product, beside what is said with the plans.
  let plans: [String: String]

  /// What Apple marks the certificate with that signs for the App Store, and its issuer's.
  private static let leafMark = "1.2.840.113635.100.6.11.1"
  private static let issuerMark = "1.2.840.113635.100.6.2.1"

  /// Takes no purchases.
  public init() { self.init(roots: [], bundleID: "", environments: [], plans: [:]) }

  /// - Parameters:
  ///   - file: Apple's root certificate, as Apple offers it or as text; or several as text.
  ///   - bundleID: of the app whose purchases are taken.
  ///   - environments: where they may have been made.
  ///   - plans: by product.
  /// - Returns: nil if the file has no certificates.
  public init?(
    rootFile file: [UInt8], bundleID: String, environments: Set<String>, plans: [String: String]
  ) {
    let roots =
      Certificate(file).map { [$0] } ?? Certificate.list(pem: String(decoding: file, as: UTF8.self))
    guard let roots else { return nil }
    self.init(roots: roots, bundleID: bundleID, environments: environments, plans: plans)
  }

  init(
    roots: [Certificate], bundleID: String, environments: Set<String>, plans: [String: String]
  ) {
    tokens =
      roots.isEmpty
      ? nil
      : CertifiedTokens(
        roots: roots, leafMark: StoreSettings.leafMark, issuerMark: StoreSettings.issuerMark)
    self.bundleID = bundleID
    self.environments = environments
    self.plans = plans
  }
}

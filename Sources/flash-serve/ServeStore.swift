import FlashCommand
import FlashServer

/// What the settings say about purchases in the App Store.
enum ServeStore {
  private static let environments: Set = ["Production", "Sandbox", "Xcode", "LocalTesting"]
  /// Bytes of a file with certificates.
  private static let largestFile = 65_536

  static func settings(_ configuration: Configuration) throws -> StoreSettings {
    let plans = try plans(configuration)
    guard let path = try configuration.path("serve.apple-root") else { return StoreSettings() }
    guard let bundle = try configuration.string("serve.bundle-id") else {
      throw ConfigurationError.refusedValue(
        key: "serve.apple-root", value: path, expected: "serve.bundle-id beside it")
    }
    let settings = StoreSettings(
      rootFile: try bytes(of: path), bundleID: bundle,
      environments: try environments(configuration), plans: plans)
    guard let settings else {
      throw ConfigurationError.refusedValue(
        key: "serve.apple-root", value: path, expected: "a file with Apple's root certificate")
    }
    return settings
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    let file = try Descriptor.open(path, .read)
    defer { file.close() }
    var bytes: [UInt8] = []
    while try file.read(upTo: 16_384, into: &bytes) > 0, bytes.count < largestFile {}
    return bytes
  }

  private static func environments(_ configuration: Configuration) throws -> Set<String> {
    let text = try configuration.string("serve.store-environments") ?? "Production"
    let named = Set(words(text))
    guard !named.isEmpty, named.isSubset(of: environments) else {
      throw ConfigurationError.refusedValue(
        key: "serve.store-environments", value: text,
        expected: "some of Production, Sandbox, Xcode and LocalTesting")
    }
    return named
  }

  private static func plans(_ configuration: Configuration) throws -> [String: String] {
    let text = try configuration.string("serve.store-products") ?? ""
    var plans: [String: String] = [:]
    for word in words(text) {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw ConfigurationError.refusedValue(
          key: "serve.store-products", value: word,
          expected: "products with their plans, such as org.example.plus.monthly=plus")
      }
      plans[parts[0]] = parts[1]
    }
    return plans
  }

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
  }
}

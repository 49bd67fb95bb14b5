import Foundation

/// The targets of Package.swift, read from its text.
///
/// `swift package describe` would need the package's lock, which the running test already holds.
struct Manifest {
  struct Target: Hashable {
    let name: String
    let imports: Set<String>
    let isTest: Bool
  }

  let targets: [Target]

  init() throws {
    // What follows `targets: [` of the package itself; above it stand the helpers.
    let text = try Project.text("Package.swift")
    guard let start = text.range(of: "\n  targets: [") else {
      targets = []
      return
    }
    let code = String(text[start.upperBound...]).codeLines.map(\.text).joined(separator: "\n")
    targets =
      code.matches(of: /(library|system|plugin|tests)\(\s*"([\w-]+)"([^()]*)/).map {
        Manifest.short(kind: String($0.1), name: String($0.2), rest: String($0.3))
      }
      + code.matches(
        of:
          /\.(target|executableTarget|testTarget)\(\s*name: "([\w-]+)"([\s\S]*?)(?=\n    [.a-z\/\]]|$)/
      ).map {
        Target(
          name: String($0.2), imports: Manifest.list(after: "dependencies:", in: String($0.3)),
          isTest: $0.1 == "testTarget")
      }
  }

  subscript(name: String) -> Target? { targets.first { $0.name == name } }

  /// A target that one of the manifest's helpers makes, with what the helper adds.
  private static func short(kind: String, name: String, rest: String) -> Target {
    let named = list(after: "[", in: rest)
    switch kind {
    case "plugin":
      return Target(
        name: name, imports: named.union(["FlashCommand", "FlashModel"]), isTest: false)
    case "tests":
      return Target(
        name: "\(name)Tests", imports: named.union([name, "FlashTestSupport"]), isTest: true)
    case "system": return Target(name: name, imports: [], isTest: false)
    default: return Target(name: name, imports: named, isTest: false)
    }
  }

  /// The quoted names between the first bracket after `mark` and its end.
  private static func list(after mark: String, in text: String) -> Set<String> {
    guard let start = text.range(of: mark) else { return [] }
    let names = text[start.upperBound...].prefix { $0 != "]" }
    return Set(names.matches(of: /"([\w-]+)"/).map { String($0.1) })
  }
}

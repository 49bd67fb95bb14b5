import FlashAPI
import FlashModel
import FlashTestSupport
import Foundation
import Testing

/// Holds the endpoints against the contract, docs/api/openapi.yaml.
@Suite struct ContractTests {
  /// What the contract says of an operation.
  struct Described: Hashable {
    var name = ""
    var method = ""
    var path = ""
    var tag = ""
    var isSecured = true
    var isOptional = false
    /// Whether it wants a token of an operator, and what that must be able to.
    var isForOperators = false
    var ability: String?
    var success = 0
  }

  /// Reads the operations out of the contract, by its indentation.
  static func operations() throws -> [Described] {
    let text = try String(contentsOf: Fixture.projectFile("docs/api/openapi.yaml"), encoding: .utf8)
    var found: [Described] = []
    var path = ""
    var isInSecurity = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("components:") { break }
      let indent = line.prefix { $0 == " " }.count
      let word = line.drop { $0 == " " }
      if indent == 2, word.hasPrefix("/") { path = String(word.dropLast()) }
      if indent == 4, word.hasSuffix(":"),
        ["get:", "head:", "post:", "put:", "patch:", "delete:"].contains(word)
      {
        found.append(Described(method: word.dropLast().uppercased(), path: path))
      }
      guard !found.isEmpty else { continue }
      let last = found.count - 1
      if indent == 6 {
        isInSecurity = word == "security:"
        if word.hasPrefix("operationId: ") { found[last].name = String(word.dropFirst(13)) }
        if word.hasPrefix("tags: [") { found[last].tag = String(word.dropFirst(7).dropLast()) }
        if word == "security: []" { found[last].isSecured = false }
        if word == "security: [{ adminBearer: [] }]" { found[last].isForOperators = true }
        if word.hasPrefix("x-ability: ") { found[last].ability = String(word.dropFirst(11)) }
      }
      if indent == 8, isInSecurity, word == "- {}" { found[last].isOptional = true }
      if indent == 8, found[last].success == 0, word.hasPrefix("\"2"), word.hasSuffix("\":") {
        found[last].success = Int(word.dropFirst().prefix(3)) ?? 0
      }
    }
    return found
  }

  @Test("the endpoints are the contract's operations, with its methods, paths and statuses")
  func endpoints() throws {
    let described = try Self.operations()
    #expect(described.count > 25)
    let expected = Set(described.map { "\($0.name) \($0.method) \($0.path) \($0.success)" })
    let ours = Set(
      Endpoints.all.map { "\($0.name) \($0.method.rawValue) \($0.path.text) \($0.success)" })
    #expect(ours.subtracting(expected).sorted() == [])
    #expect(expected.subtracting(ours).sorted() == [])
  }

  @Test("an endpoint wants a token exactly where the contract does")
  func access() throws {
    let described = try Dictionary(
      Self.operations().map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for operation in Endpoints.all {
      let contract = try #require(described[operation.name], "\(operation.name)")
      switch operation.access {
      case .anyone: #expect(!contract.isSecured || contract.isOptional, "\(operation.name)")
      case .accountIfAny: #expect(contract.isOptional, "\(operation.name)")
      case .account:
        #expect(contract.isSecured && !contract.isForOperators, "\(operation.name)")
      case .admin(let ability):
        #expect(contract.isForOperators, "\(operation.name)")
        #expect(contract.ability == ability?.rawValue, "\(operation.name)")
      }
    }
  }

  @Test("an operator's token may be able to just what the contract lists")
  func abilities() throws {
    let text = try String(contentsOf: Fixture.projectFile("docs/api/openapi.yaml"), encoding: .utf8)
    let listed = text.split(separator: "\n").compactMap { line -> String? in
      let word = line.drop { $0 == " " }
      return word.hasPrefix("- admin:") ? String(word.dropFirst(2)) : nil
    }
    #expect(listed == AdminAbility.allCases.map(\.rawValue))
  }

  @Test("every code of an error answer is in the contract")
  func codes() throws {
    let text = try String(contentsOf: Fixture.projectFile("docs/api/openapi.yaml"), encoding: .utf8)
    let listed = Set(
      text.split(separator: "\n").compactMap { line -> String? in
        let word = line.drop { $0 == " " }
        return word.hasPrefix("- ") ? String(word.dropFirst(2)) : nil
      })
    for code in ProblemCode.allCases { #expect(listed.contains(code.rawValue)) }
  }
}

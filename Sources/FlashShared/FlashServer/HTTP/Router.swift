import FlashAPI

/// Finds what answers a request.
struct Router<Storage: ServerStorage>: Sendable {
  private let routes: [Route<Storage>]
  /// Paths without parameters: those that are asked for most need no walk through the list.
  private let fixed: [String: [Int]]
  private let patterns: [Int]

  init(_ routes: [Route<Storage>]) {
    self.routes = routes
    var fixed: [String: [Int]] = [:]
    var patterns: [Int] = []
    for (index, route) in routes.enumerated() {
      let path = route.operation.path.text
      if path.contains("{") {
        patterns.append(index)
      } else {
        fixed[path, default: []].append(index)
      }
    }
    self.fixed = fixed
    self.patterns = patterns
  }

  enum Outcome {
    case found(Route<Storage>, parameters: [String: String])
    /// There are others for this path, for these methods.
    case otherMethod([String])
    case nothing
  }

  func find(_ method: String, _ path: String) -> Outcome {
    if let indices = fixed[path] {
      return choose(method, indices.map { ($0, [:]) })
    }
    guard let parts = RequestPath.parts(path) else { return .nothing }
    if let indices = fixed["/" + parts.joined(separator: "/")], !parts.contains(where: hasSlash) {
      return choose(method, indices.map { ($0, [:]) })
    }
    return choose(
      method,
      patterns.compactMap { index in
        routes[index].operation.path.match(parts).map { (index, $0) }
      })
  }

  /// A slash that was escaped is part of a name.
  private func hasSlash(_ part: String) -> Bool { part.utf8.contains(UInt8(ascii: "/")) }

  private func choose(
    _ method: String, _ candidates: [(index: Int, parameters: [String: String])]
  ) -> Outcome {
    guard !candidates.isEmpty else { return .nothing }
    let exact = candidates.first { routes[$0.index].operation.method.rawValue == method }
    // What answers GET answers HEAD; the listener leaves the body out.
    let other =
      method == "HEAD" ? candidates.first { routes[$0.index].operation.method == .get } : nil
    if let (index, parameters) = exact ?? other {
      return .found(routes[index], parameters: parameters)
    }
    var methods = Set(candidates.map { routes[$0.index].operation.method.rawValue })
    if methods.contains("GET") { methods.insert("HEAD") }
    return .otherMethod(methods.sorted())
  }
}

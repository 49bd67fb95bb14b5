public import FlashModel

/// The fields that `--json` offers for one kind of row: for each its name, its type and how it is
/// written.
///
/// A field writes straight into the writer, so a list of 100,000 rows builds no tree. Fields may be
/// added; none is ever renamed, retyped or dropped within a major version.
public struct Fields<Row>: Sendable {
  public struct Field: Sendable {
    public let specification: FieldSpecification
    let write: @Sendable (Row, inout JSONWriter) -> Void
  }

  public let all: [Field]

  public init(_ all: [Field]) { self.all = all }

  /// What a command's description lists.
  public var specifications: [FieldSpecification] { all.map(\.specification) }

  /// The fields that `names` selects, in that order; all of them if it is nil.
  /// - Parameter names: separated by commas.
  /// - Throws: ``UsageError/unknownField(_:known:)``.
  func selected(_ names: String?) throws(UsageError) -> [Field] {
    guard let names else { return all }
    var chosen: [Field] = []
    for name in names.split(separator: ",", omittingEmptySubsequences: false) {
      guard let field = all.first(where: { $0.specification.name == name }) else {
        throw .unknownField(String(name), known: all.map(\.specification.name))
      }
      chosen.append(field)
    }
    return chosen
  }
}

extension Fields.Field {
  /// A field that writes its own value; it must write exactly one.
  public static func custom(
    _ name: String, _ type: FieldType, write: @escaping @Sendable (Row, inout JSONWriter) -> Void
  ) -> Self {
    Self(specification: FieldSpecification(name: name, type: type), write: write)
  }

  public static func string(
    _ name: String, _ value: @escaping @Sendable (Row) -> String?
  ) -> Self {
    custom(name, .string) { row, writer in
      if let text = value(row) { writer.value(text) } else { writer.null() }
    }
  }

  public static func integer(
    _ name: String, _ value: @escaping @Sendable (Row) -> Int?
  ) -> Self {
    custom(name, .integer) { row, writer in
      if let number = value(row) { writer.value(number) } else { writer.null() }
    }
  }

  public static func number(
    _ name: String, _ value: @escaping @Sendable (Row) -> Double?
  ) -> Self {
    custom(name, .number) { row, writer in
      if let number = value(row) { writer.value(number) } else { writer.null() }
    }
  }

  public static func boolean(
    _ name: String, _ value: @escaping @Sendable (Row) -> Bool?
  ) -> Self {
    custom(name, .boolean) { row, writer in
      if let flag = value(row) { writer.value(flag) } else { writer.null() }
    }
  }

  /// A moment, as RFC 3339 in UTC.
  public static func time(
    _ name: String, _ value: @escaping @Sendable (Row) -> Timestamp?
  ) -> Self {
    custom(name, .time) { row, writer in
      if let moment = value(row) { writer.value(moment) } else { writer.null() }
    }
  }

  public static func day(
    _ name: String, _ value: @escaping @Sendable (Row) -> CivilDate?
  ) -> Self {
    custom(name, .day) { row, writer in
      if let date = value(row) { writer.value(date.description) } else { writer.null() }
    }
  }

  public static func strings(
    _ name: String, _ value: @escaping @Sendable (Row) -> [String]
  ) -> Self {
    custom(name, .strings) { row, writer in
      writer.beginArray()
      for text in value(row) { writer.value(text) }
      writer.endArray()
    }
  }
}

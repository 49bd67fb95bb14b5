/// A record that travels: to a server, to another device, or in a lossless export.
///
/// The shape is that of the service's contract. A member that is absent keeps what the record had,
/// so that a client that does not know a field cannot clear it; a member that is null clears it.
public protocol WireRecord: Hashable, Sendable {
  static var entity: SyncEntity { get }

  /// A record with every member at its default, and ids and clocks that mean "not told".
  static var blank: Self { get }

  var deletedAt: Timestamp? { get set }

  /// Reads an object's members over what the record holds. Unknown members are stepped over.
  /// - Throws: ``JSONError``, which names the member if the fault is in a value.
  mutating func readMembers(from reader: inout JSONReader) throws(JSONError)

  /// The member that a row needs and this one was not told; nil if it is whole.
  var missingMember: String? { get }

  /// Writes the members, without the braces around them.
  /// - Parameter form: whether members at their default are left out.
  func writeMembers(to writer: inout JSONWriter, as form: WireForm)
}

/// How much of a record is written.
public enum WireForm: Sendable {
  /// Every member, so that a reader that has the record ends with this one.
  case whole
  /// What differs from the default: for files, whose readers begin with nothing.
  case sparse
}

extension WireRecord {
  /// Reads a record that stands alone.
  /// - Throws: ``JSONError``, also for a required member that is not there.
  public init(from reader: inout JSONReader) throws(JSONError) {
    let start = reader.offset
    self = Self.blank
    try readMembers(from: &reader)
    if let missing = missingMember {
      throw JSONError(offset: start, reason: "a row without '\(missing)'", field: missing)
    }
  }

  /// Writes the record as an object.
  public func write(to writer: inout JSONWriter, as form: WireForm) {
    writer.beginObject()
    writeMembers(to: &writer, as: form)
    writer.endObject()
  }
}

extension Identifier {
  /// The id of nothing: all bits zero.
  public static var nothing: Identifier { Identifier(high: 0, low: 0) }
}

extension Timestamp {
  /// Stands in a blank record for a clock that was not told.
  static let untold = Timestamp(milliseconds: .min)
}

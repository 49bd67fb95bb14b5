public import FlashCommand
internal import FlashModel
public import FlashStore

extension CommandContext {
  /// Notices a collection that was copied, moved or put back to an older state, and gives it a device
  /// id of its own: without one it would count on from where the other does.
  ///
  /// What tells them apart is a line for each collection in `replicas` in the state folder. Where the
  /// line is missing the answer is a new id, which costs nothing; where it can't be written none is
  /// given, for the next command would give another one.
  func settleReplica(_ store: Store) throws {
    guard let path = registerPath, let present = try store.replicaPlace(at: absolute(store.path))
    else { return }
    guard let register = register(at: path, of: store) else { return }
    let known = register[present.path]
    if known == present { return }
    guard register.remember(present, in: path), !store.isNew else { return }
    if let known, known.isContinued(by: present) { return }
    try store.renewDeviceID()
    note("'\(store.path)' is a copy or was moved, and has a new device id now")
  }

  /// Notes where a collection is that was just put there with a new device id.
  public func rememberReplica(_ store: Store) throws {
    guard let path = registerPath, let present = try store.replicaPlace(at: absolute(store.path))
    else { return }
    _ = register(at: path, of: store)?.remember(present, in: path)
  }

  /// Nil, and a warning, if it is there and can't be read: to take it for an empty one would give ids
  /// for nothing, and forget the other collections.
  private func register(at path: String, of store: Store) -> ReplicaRegister? {
    do throws(SystemError) {
      return try ReplicaRegister(reading: path)
    } catch {
      warn("cannot read '\(path)': \(error.description); a copy of '\(store.path)' is not noticed")
      return nil
    }
  }

  /// Nil where there is no state folder, such as without a home.
  // That is what an error says here, too.
  private var registerPath: String? { (try? paths).map { $0.state + "/replicas" } }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : workingDirectory + "/" + path
  }
}

/// The collections that this machine has written to, a line of JSON each, the newest last.
struct ReplicaRegister {
  private var places: [ReplicaPlace] = []

  /// How many are remembered.
  private static let length = 100

  /// Reads a register; one that is not there is empty.
  init(reading path: String) throws(SystemError) {
    let bytes = try FileContents.bytes(of: path) ?? []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      // A line that makes no sense is forgotten, and what it said is found out anew.
      guard let json = try? JSONValue(parsing: Array(line)), let place = ReplicaPlace(json: json)
      else { continue }
      places.append(place)
    }
  }

  subscript(path: String) -> ReplicaPlace? { places.last { $0.path == path } }

  /// Writes the register with a place as it is now.
  /// - Returns: false if it can't be written.
  func remember(_ place: ReplicaPlace, in path: String) -> Bool {
    let kept = places.filter { $0.path != place.path }.suffix(ReplicaRegister.length - 1) + [place]
    var bytes: [UInt8] = []
    for place in kept { bytes += place.json.bytes + [UInt8(ascii: "\n")] }
    do throws(SystemError) {
      // A line that a power loss takes back is found out anew.
      try FileReplacement(of: path).commit(bytes, isDurable: false)
      return true
    } catch {
      return false
    }
  }
}

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
    let register = ReplicaRegister(reading: path)
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
    _ = ReplicaRegister(reading: path).remember(present, in: path)
  }

  /// Nil where there is no state folder, such as without a home.
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

  /// Reads a register; what can't be read is forgotten, and is found out anew.
  init(reading path: String) {
    guard let bytes = try? FileContents.bytes(of: path) else { return }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
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

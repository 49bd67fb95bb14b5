public import FlashCrypto
public import FlashModel
public import FlashSQL

/// What a collection refused to do.
public enum StoreError: UserFacingError, Hashable {
  /// The database said no; it names the file.
  case database(SQLError)
  /// Ids can't be derived on this machine.
  case crypto(CryptoError)
  /// The file is a database, but not one of ours.
  case notACollection(path: String)
  /// A newer flash wrote it.
  case newerSchema(path: String, found: Int, supported: Int)
  /// Another process has held the collection's lock for too long.
  case locked(path: String)
  /// The file is a symbolic link, which would leave the log beside the link and the data elsewhere.
  case symbolicLink(path: String)
  /// Nothing has that name or id; names that are near it, if any.
  case notFound(what: Item, name: String, near: [String])
  /// Several decks have a path that differs only in case.
  case ambiguous(name: String, matches: [String])
  /// A value is outside what the model allows.
  case invalid(field: String, reason: String)
  /// Something live has that name already.
  case exists(what: Item, name: String)
  /// A copy that was just made does not hold what was copied; what SQLite says of it, if anything.
  case copyDiffers(path: String, reason: String?)
  /// A file that was to be taken over is damaged.
  case damaged(path: String, reason: String)
  /// The plan of the account that is signed in to at a remote allows no more; what it allows, such as
  /// `5 decks`.
  case overPlan(remote: String, String)
  case nothingToUndo
  /// Nothing was undone, or something was done since.
  case nothingToRedo

  /// There is no file of that name.
  public static func missing(_ path: String) -> StoreError {
    .database(.cannotOpen(path: path, reason: "no such file or directory"))
  }

  /// What a name or an id was meant to name.
  public enum Item: String, Sendable {
    case deck
    case topic
    case subTopic = "sub-topic"
    case card
    case session
    case review
    case remote
    case conflict
  }

  public var message: String {
    switch self {
    case .database(let error): error.message
    case .crypto(let error): error.message
    case .notACollection(let path): "'\(path)' is a database, but not a flash collection"
    case .newerSchema(let path, let found, let supported):
      "'\(path)' has schema \(found), and this flash reads up to \(supported)"
    case .locked(let path): "'\(path)' is being written by another flash command"
    case .symbolicLink(let path): "'\(path)' is a symbolic link"
    case .notFound(let what, let name, _): "no such \(what.rawValue): '\(name)'"
    case .ambiguous(let name, let matches):
      "'\(name)' may mean \(matches.map { "'\($0)'" }.joined(separator: ", "))"
    case .invalid(let field, let reason): "\(field): \(reason)"
    case .exists(let what, let name): "there is a \(what.rawValue) '\(name)' already"
    case .copyDiffers(let path, let reason):
      "the copy '\(path)' is not what was copied" + (reason.map { ": \($0)" } ?? "")
    case .damaged(let path, let reason): "'\(path)' is damaged: \(reason)"
    case .overPlan(let remote, let what): "the plan at '\(remote)' allows \(what)"
    case .nothingToUndo: "nothing to undo"
    case .nothingToRedo: "nothing to redo"
    }
  }

  public var hint: String? {
    switch self {
    case .database(let error): error.hint
    case .crypto(let error): error.hint
    case .notACollection: "name another file with --store"
    case .newerSchema: "upgrade flash on this machine"
    case .locked: "try again when the other command has ended"
    case .symbolicLink: "name the file it points to with --store"
    case .notFound(_, _, let near):
      near.isEmpty ? nil : "did you mean \(near.map { "'\($0)'" }.joined(separator: ", "))?"
    case .ambiguous: "write it exactly as it is"
    case .copyDiffers: "look at the disk; the copy was not kept"
    case .overPlan:
      "remove something, or get another plan; importing is never limited"
    case .damaged: "'flash store salvage' writes out what can be read"
    case .invalid, .exists, .nothingToUndo, .nothingToRedo: nil
    }
  }

  public var code: String {
    switch self {
    case .database(let error): error.code
    case .crypto(let error): error.code
    case .notACollection: "not_a_collection"
    case .newerSchema: "store_too_new"
    case .locked: "locked"
    case .symbolicLink: "symbolic_link"
    case .notFound: "not_found"
    case .ambiguous: "ambiguous"
    case .invalid: "invalid"
    case .exists: "exists"
    case .copyDiffers: "copy_differs"
    case .damaged: "corrupt"
    case .overPlan: "entitlement_required"
    case .nothingToUndo: "nothing_to_undo"
    case .nothingToRedo: "nothing_to_redo"
    }
  }

  public var kind: FailureKind {
    switch self {
    case .database(let error): error.kind
    case .crypto(let error): error.kind
    case .notACollection, .invalid, .damaged: .badInput
    case .copyDiffers: .readOrWrite
    case .newerSchema: .incompatible
    case .locked: .tryLater
    case .symbolicLink: .notAllowed
    case .notFound, .ambiguous: .notFound
    case .exists: .cannotCreate
    case .overPlan: .notSignedIn
    case .nothingToUndo, .nothingToRedo: .no
    }
  }
}

/// Runs database work with its errors told as the store's.
func storing<Result>(_ body: () throws(SQLError) -> Result) throws(StoreError) -> Result {
  do throws(SQLError) { return try body() } catch { throw .database(error) }
}

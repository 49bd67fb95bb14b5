import FlashCommand
import FlashModel
import FlashText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a file was not checked, or got no ids. It is then as it was.
enum CheckError: UserFacingError, Hashable {
  case unreadable(file: String, SystemError)
  case tooLarge(file: String)
  /// There is no place for an id in files of its format.
  case noPlaceForIDs(file: String, format: String)
  /// Ids are written into UTF-8 only.
  case notUTF8(file: String)
  /// It would not be imported as it stands.
  case broken(file: String, DeckFinding)
  /// With the ids it would not give the same cards.
  case idsChangeCards(file: String, line: Int)
  /// Somebody wrote it while ids were made for it.
  case changedMeanwhile(file: String)

  init(file: String, _ refusal: IDPlan.Refusal) {
    self =
      switch refusal {
      case .noComments(let format): .noPlaceForIDs(file: file, format: format.title)
      case .notUTF8: .notUTF8(file: file)
      case .broken(let finding): .broken(file: file, finding)
      case .unsafe(let line): .idsChangeCards(file: file, line: line)
      }
  }

  var message: String {
    switch self {
    case .unreadable(let file, let error): "\(file): cannot read: \(error)"
    case .tooLarge(let file): "\(file): larger than 512 MiB"
    case .noPlaceForIDs(let file, let format): "\(file): \(format) has no place for ids"
    case .notUTF8(let file): "\(file): ids are written into UTF-8 only"
    case .broken(let file, let finding):
      "\(file):\(finding.line): no ids written: \(finding.message)"
    case .idsChangeCards(let file, let line):
      "\(file):\(line): no ids written: with them it would be read as another card"
    case .changedMeanwhile(let file): "\(file): no ids written: it was changed meanwhile"
    }
  }

  var hint: String? {
    switch self {
    case .noPlaceForIDs: "hashcards, qa, obsidian and org have one; JSON Lines have the key 'id'"
    case .notUTF8: "convert it with 'iconv -t UTF-8'"
    case .broken: "mend what 'flash card check' finds first"
    case .changedMeanwhile: "run it again"
    case .unreadable, .tooLarge, .idsChangeCards: nil
    }
  }

  var code: String {
    switch self {
    case .unreadable: "unreadable"
    case .tooLarge: "too_large"
    case .noPlaceForIDs: "no_place_for_ids"
    case .notUTF8: "not_utf8"
    case .broken: "malformed"
    case .idsChangeCards: "ids_change_cards"
    case .changedMeanwhile: "changed_meanwhile"
    }
  }

  var kind: FailureKind {
    switch self {
    case .unreadable(_, let error): CheckError.kind(of: error)
    case .tooLarge, .noPlaceForIDs, .notUTF8, .broken, .idsChangeCards: .badInput
    case .changedMeanwhile: .tryLater
    }
  }

  private static func kind(of error: SystemError) -> FailureKind {
    switch error.number {
    case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG: .notFound
    case EACCES, EPERM: .notAllowed
    default: .readOrWrite
    }
  }
}

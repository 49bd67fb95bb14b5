import FlashCollection
import FlashCommand
import FlashModel
import FlashStore
import FlashText

/// What can be said of a deck when it is made or edited.
struct DeckProperties {
  enum Mode: String, Choice {
    case smart, basic

    var mode: StudyMode {
      switch self {
      case .smart: .smart
      case .basic: .basic
      }
    }
  }

  enum Accent: String, Choice { case amber, moss, iris, rust, slate }

  var description: String?
  var topic: String?
  var mode: Mode?
  var accent: Accent?

  var isEmpty: Bool { description == nil && topic == nil && mode == nil && accent == nil }

  var edit: FlashStore.DeckEdit {
    var edit = FlashStore.DeckEdit()
    edit.description = description
    edit.topic = topic.map(CardText.cleaned)
    edit.mode = mode?.mode
    edit.accentColor = accent?.rawValue
    return edit
  }

  /// The options that set the properties at `path`.
  static func options<Options>(
    _ path: any WritableKeyPath<Options, DeckProperties> & Sendable
  ) -> [CommandOption<Options>] {
    [
      .value("description", named: "TEXT", help: "what the deck is about; '' removes it") {
        $0[keyPath: path].description = CardText.cleaned($1)
      },
      .value(
        "topic", named: "TOPIC", help: "put it into this topic, made if need be; '' takes it out",
        completion: .supplied(CollectionCompletion.topics)
      ) { $0[keyPath: path].topic = $1 },
      choice("mode", help: "smart schedules by memory, basic goes from front to back") {
        $0[keyPath: path].mode = $1
      },
      choice("accent", help: "the deck's colour") { $0[keyPath: path].accent = $1 },
    ]
  }

  private static func choice<Options, Value: Choice>(
    _ name: String, help: String, store: @escaping @Sendable (inout Options, Value) -> Void
  ) -> CommandOption<Options> {
    .value(name, named: Value.valueName, help: help, completion: Value.completion) {
      (options, text) throws(UsageError) in
      guard let value = Value(argument: text) else {
        throw .badValue(subject: "--\(name)", value: text, expected: Value.expected)
      }
      store(&options, value)
    }
  }
}

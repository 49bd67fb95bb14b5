internal import FlashModel

extension StudyOptions {
  /// What a row keeps: the JSON of the wire; nil if nothing is set.
  var stored: String? { isEmpty ? nil : String(decoding: json.bytes, as: UTF8.self) }

  /// Reads what a row keeps. An option that this version does not understand is left to the
  /// default, for a newer device may have set it.
  init(stored text: String) {
    self.init()
    // A damaged text sets nothing; `check` finds it.
    guard let json = try? JSONValue(parsing: Array(text.utf8)) else { return }
    for name in StudyOptions.names {
      // Unset, as above, if it is out of the range this version knows.
      if let value = json[name] { try? set(name, to: value) }
    }
  }
}

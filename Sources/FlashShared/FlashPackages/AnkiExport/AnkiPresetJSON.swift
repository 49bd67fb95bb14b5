import FlashModel

/// Presets of study options as Anki's table `col` holds them.
enum AnkiPresetJSON {
  /// Anki's own, which every collection has by the id 1, without the braces around all.
  private static let own = """
    "1":{"id":1,"name":"Default","mod":0,"usn":0,"maxTaken":60,"autoplay":true,"timer":0,\
    "replayq":true,"dyn":false,"new":{"bury":true,"delays":[1.0,10.0],"initialFactor":2500,\
    "ints":[1,4,0],"order":1,"perDay":20,"separate":true},"rev":{"bury":true,"ease4":1.3,\
    "fuzz":0.05,"ivlFct":1.0,"maxIvl":36500,"minSpace":1,"perDay":200,"hardFactor":1.2},\
    "lapse":{"delays":[10.0],"leechAction":1,"leechFails":8,"minInt":1,"mult":0.0}}
    """

  /// What Anki calls no limit: the most that can be given.
  private static let unlimited = 9_999

  /// All presets.
  /// - Parameter presets: by their ids.
  static func text(_ presets: [(id: Int64, parameters: StudyParameters)], changed: Int64) -> String
  {
    var text = "{" + own
    for (place, preset) in presets.enumerated() {
      var json = JSONWriter()
      let name = place == 0 ? "Flash" : "Flash \(place + 1)"
      write(preset.parameters, id: preset.id, name: name, changed: changed, to: &json)
      text += ",\"\(preset.id)\":" + String(decoding: json.bytes, as: UTF8.self)
    }
    return text + "}"
  }

  /// The id that a preset gets: the same in every export, so that Anki knows it again.
  static func id(of parameters: StudyParameters) -> Int64 {
    var json = JSONWriter()
    write(parameters, id: 0, name: "", changed: 0, to: &json)
    // FNV-1a.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in json.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    // A moment of 2024, as Anki's ids are moments.
    return 1_704_067_200_000 + Int64(hash % 10_000_000_000)
  }

  private static func write(
    _ parameters: StudyParameters, id: Int64, name: String, changed: Int64,
    to json: inout JSONWriter
  ) {
    json.beginObject()
    json.key("name")
    json.value(name)
    write(
      [
        ("id", id), ("mod", changed), ("usn", -1), ("maxTaken", 60), ("timer", 0),
        ("newSortOrder", parameters.newOrder == .random ? 4 : 0), ("newGatherPriority", 0),
        ("reviewOrder", order(parameters.reviewOrder)),
      ], to: &json)
    write([("autoplay", true), ("replayq", true), ("dyn", false)], to: &json)
    json.key("desiredRetention")
    json.value(parameters.desiredRetention)
    let weights = parameters.fsrsWeights ?? []
    for (key, count) in [("fsrsWeights", 17), ("fsrsParams5", 19), ("fsrsParams6", 21)] {
      json.key(key)
      numbers(weights.count == count ? weights : [], to: &json)
    }
    writeNew(parameters, to: &json)
    writeReview(parameters, to: &json)
    json.endObject()
  }

  private static func writeNew(_ parameters: StudyParameters, to json: inout JSONWriter) {
    json.key("new")
    json.beginObject()
    write(
      [("initialFactor", 2_500), ("order", 1), ("perDay", Int64(parameters.newPerDay))], to: &json)
    write([("bury", parameters.burySiblings), ("separate", true)], to: &json)
    json.key("delays")
    minutes(parameters.learningSteps, to: &json)
    json.key("ints")
    numbers([1, 4, 0], to: &json)
    json.endObject()
    json.key("lapse")
    json.beginObject()
    // A leech is tagged, and not suspended.
    write(
      [("leechAction", 1), ("leechFails", Int64(parameters.leechThreshold)), ("minInt", 1)],
      to: &json)
    json.key("mult")
    json.value(0.0)
    json.key("delays")
    minutes(parameters.relearningSteps, to: &json)
    json.endObject()
  }

  private static func writeReview(_ parameters: StudyParameters, to json: inout JSONWriter) {
    json.key("rev")
    json.beginObject()
    write(
      [
        ("maxIvl", Int64(parameters.maxIntervalDays)), ("minSpace", 1),
        ("perDay", Int64(parameters.reviewsPerDay ?? unlimited)),
      ], to: &json)
    write([("bury", parameters.burySiblings)], to: &json)
    for (key, value) in [("ease4", 1.3), ("fuzz", 0.05), ("ivlFct", 1), ("hardFactor", 1.2)] {
      json.key(key)
      json.value(value)
    }
    json.endObject()
  }

  private static func order(_ order: ReviewOrder) -> Int64 {
    switch order {
    case .due: 0
    case .retrievability: 7
    case .random: 8
    case .overdue: 12
    }
  }

  private static func minutes(_ seconds: [Int], to json: inout JSONWriter) {
    numbers(seconds.map { Double($0) / 60 }, to: &json)
  }

  private static func numbers(_ numbers: [Double], to json: inout JSONWriter) {
    json.beginArray()
    for number in numbers { json.value(number) }
    json.endArray()
  }

  private static func write(_ members: [(String, Int64)], to json: inout JSONWriter) {
    for (key, value) in members {
      json.key(key)
      json.value(value)
    }
  }

  private static func write(_ members: [(String, Bool)], to json: inout JSONWriter) {
    for (key, value) in members {
      json.key(key)
      json.value(value)
    }
  }
}

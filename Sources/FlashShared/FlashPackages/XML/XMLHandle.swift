// Not called: it stands for ICU where libxml2 is linked statically.
import CConverters
import CXML2
import FlashText

// Boundary to libxml2's push parser. It gets UTF-8, opens nothing and fetches nothing; what it finds
// is copied into values.

/// Takes a document apart, piece by piece.
///
/// Declarations of the document's own are refused, so there are no entities but the five of XML.
@safe final class XMLHandle {
  private let parser: xmlParserCtxtPtr
  private let sink: XMLSink

  /// - Throws: `.tooLarge` if there is no memory for a parser.
  init() throws(TextFormatError) {
    let sink = XMLSink()
    var handler = unsafe xmlSAXHandler()
    unsafe XMLSink.connect(&handler)
    guard
      let made = unsafe xmlCreatePushParserCtxt(
        &handler, Unmanaged.passUnretained(sink).toOpaque(), nil, 0, nil)
    else { throw .tooLarge(line: 1, reason: "no memory for a parser") }
    // Without NOENT an ampersand in an attribute would stay a reference. There is no entity to be
    // replaced but XML's own: what declares one is refused.
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_NOENT.rawValue
    unsafe xmlCtxtUseOptions(made, Int32(options))
    unsafe parser = made
    self.sink = sink
    unsafe sink.parser = made
  }

  deinit {
    // Made for a declaration that was refused, and not the parser's own.
    if let document = unsafe parser.pointee.myDoc { unsafe xmlFreeDoc(document) }
    unsafe xmlFreeParserCtxt(parser)
  }

  /// The physical line that reading has come to, from 1.
  var line: Int { sink.line }

  /// What was found since the last call of ``discard()``.
  var events: XMLEvents { sink.events }

  /// Drops what was found; names stay.
  func discard() { sink.events.removeAll() }

  /// Takes in the next bytes: UTF-8 without NUL, within ``XMLLimits``.
  /// - Throws: `.malformed`, `.unsafe`, `.tooLarge`.
  func push(_ bytes: ArraySlice<UInt8>) throws(TextFormatError) {
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe xmlParseChunk(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 0)
    }
    try check(status)
  }

  /// Says that the document ends.
  /// - Throws: as ``push(_:)``.
  func finish() throws(TextFormatError) {
    try check(unsafe xmlParseChunk(parser, nil, 0, 1))
  }

  private func check(_ status: Int32) throws(TextFormatError) {
    if let flaw = sink.flaw { throw flaw }
    // Unknown prefixes of names are told as errors too, but the document can be read.
    guard status != 0, unsafe parser.pointee.wellFormed == 0 else { return }
    var reason = "not well-formed XML"
    var line = sink.line
    if let error = unsafe xmlCtxtGetLastError(UnsafeMutableRawPointer(parser)) {
      if let message = unsafe error.pointee.message {
        reason = unsafe XMLHandle.words(String(cString: message))
      }
      line = max(1, Int(unsafe error.pointee.line))
      // What it says of a part that is longer than it looks ahead.
      if reason.hasSuffix("Huge input lookup") {
        throw .tooLarge(line: line, reason: "XML with a part longer than 10 MB")
      }
    }
    throw .malformed(line: line, reason: reason)
  }

  /// libxml2's message, as part of one line.
  private static func words(_ message: String) -> String {
    let line = message.prefix { !$0.isNewline }.prefix(200)
    guard let first = line.first else { return "not well-formed XML" }
    return "XML: " + first.lowercased() + line.dropFirst()
  }
}

/// Where the parser's calls arrive. It outlives the parser: the handle owns both.
@safe private final class XMLSink {
  let events = XMLEvents()
  /// Why the document is refused; nothing is kept after it.
  private(set) var flaw: TextFormatError?
  /// Set once, by the handle, before the first call.
  var parser: xmlParserCtxtPtr?
  /// By their addresses in the parser's dictionary.
  private var known: [UInt: Int32] = [:]
  private var spelled: [String: Int32] = [:]
  private var depth = 0

  init() { unsafe parser = nil }

  var line: Int {
    guard let parser = unsafe parser, let input = unsafe parser.pointee.input else { return 1 }
    return max(1, Int(unsafe input.pointee.line))
  }

  private func refuse(_ error: TextFormatError) {
    if flaw == nil { flaw = error }
    unsafe xmlStopParser(parser)
  }

  private func refuseDeclaration() {
    refuse(.unsafe(line: line, reason: "the document declares entities or elements of its own"))
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> XMLSink? {
    unsafe context.map { unsafe Unmanaged<XMLSink>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Names the functions that the parser calls.
  static func connect(_ handler: inout xmlSAXHandler) {
    unsafe handler.initialized = XML_SAX2_MAGIC
    unsafe handler.startElementNs = { context, name, prefix, _, _, _, count, _, attributes in
      unsafe XMLSink.of(context)?.start(name, prefix, count, attributes)
    }
    unsafe handler.endElementNs = { context, name, prefix, _ in
      unsafe XMLSink.of(context)?.end(name, prefix)
    }
    unsafe handler.characters = { unsafe XMLSink.of($0)?.text($1, $2) }
    unsafe handler.ignorableWhitespace = { unsafe XMLSink.of($0)?.text($1, $2) }
    unsafe handler.cdataBlock = { unsafe XMLSink.of($0)?.text($1, $2) }
    unsafe handler.getEntity = { context, name in
      unsafe XMLSink.of(context)?.refuseEntity(name)
      return nil
    }
    unsafe handler.getParameterEntity = { context, _ in
      unsafe XMLSink.of(context)?.refuseDeclaration()
      return nil
    }
    unsafe handler.entityDecl = { context, _, _, _, _, _ in
      unsafe XMLSink.of(context)?.refuseDeclaration()
    }
    unsafe handler.unparsedEntityDecl = { context, _, _, _, _ in
      unsafe XMLSink.of(context)?.refuseDeclaration()
    }
    unsafe handler.attributeDecl = { context, _, _, _, _, _, choices in
      unsafe xmlFreeEnumeration(choices)
      unsafe XMLSink.of(context)?.refuseDeclaration()
    }
    unsafe handler.elementDecl = { context, _, _, _ in
      unsafe XMLSink.of(context)?.refuseDeclaration()
    }
    unsafe handler.notationDecl = { context, _, _, _ in
      unsafe XMLSink.of(context)?.refuseDeclaration()
    }
    // Without it libxml2 prints.
    unsafe handler.serror = { _, _ in }
  }

  private func refuseEntity(_ name: UnsafePointer<xmlChar>?) {
    let text = unsafe name.map { unsafe String(cString: $0) } ?? ""
    refuse(.malformed(line: line, reason: "XML: entity '\(text)' is not one of XML's own"))
  }

  private func start(
    _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?, _ count: Int32,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    guard flaw == nil else { return }
    depth += 1
    guard depth <= XMLLimits.depth else {
      return refuse(.tooLarge(line: line, reason: "more than 256 elements within one another"))
    }
    let first = events.attributes.count
    if let attributes = unsafe attributes {
      // Five pointers each: name, prefix, namespace, the value and its end.
      for place in 0..<Int(count) {
        let entry = unsafe attributes + 5 * place
        guard let start = unsafe entry[3], let end = unsafe entry[4] else { continue }
        let value = unsafe append(UnsafeBufferPointer(start: start, count: end - start))
        unsafe events.attributes.append(
          XMLAttribute(name: id(of: entry[0], prefix: entry[1]), value: value))
      }
    }
    unsafe events.list.append(
      XMLEvent(
        kind: .start, name: id(of: name, prefix: prefix), line: line,
        range: first..<events.attributes.count))
  }

  private func end(_ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?) {
    guard flaw == nil else { return }
    depth -= 1
    unsafe events.list.append(
      XMLEvent(kind: .end, name: id(of: name, prefix: prefix), line: line, range: 0..<0))
  }

  private func text(_ start: UnsafePointer<xmlChar>?, _ count: Int32) {
    guard flaw == nil, let start = unsafe start, count > 0 else { return }
    let range = unsafe append(UnsafeBufferPointer(start: start, count: Int(count)))
    if let last = events.list.last, last.kind == .text, last.range.upperBound == range.lowerBound {
      events.list[events.list.count - 1].range = last.range.lowerBound..<range.upperBound
    } else {
      events.list.append(XMLEvent(kind: .text, name: 0, line: line, range: range))
    }
  }

  private func append(_ bytes: UnsafeBufferPointer<xmlChar>) -> Range<Int> {
    let start = events.bytes.count
    unsafe events.bytes.append(contentsOf: bytes)
    return start..<events.bytes.count
  }

  /// The number of a name. libxml2 keeps one copy of each, so that its address tells it.
  private func id(of name: UnsafePointer<xmlChar>?, prefix: UnsafePointer<xmlChar>?) -> Int32 {
    guard let name = unsafe name else { return 0 }
    if let prefix = unsafe prefix {
      return unsafe number(of: String(cString: prefix) + ":" + String(cString: name))
    }
    let address = UInt(bitPattern: name)
    if let found = known[address] { return found }
    let made = unsafe number(of: String(cString: name))
    known[address] = made
    return made
  }

  private func number(of name: String) -> Int32 {
    if let found = spelled[name] { return found }
    guard name.utf8.count <= XMLLimits.name, events.names.count <= XMLLimits.names else {
      refuse(.tooLarge(line: line, reason: "names of elements that are too long or too many"))
      return 0
    }
    let made = Int32(events.names.count)
    events.names.append(name)
    spelled[name] = made
    return made
  }
}

import FlashModel
import FlashScheduler

// Objects and arrays as statistics write them.

extension JSONWriter {
  mutating func object(_ members: (inout JSONWriter) -> Void) {
    beginObject()
    members(&self)
    endObject()
  }

  mutating func array<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
  ) {
    beginArray()
    for element in elements { write(&self, element) }
    endArray()
  }

  mutating func member(_ name: String, _ number: Int) {
    key(name)
    value(number)
  }

  mutating func member(_ name: String, _ number: Double?) {
    key(name)
    value(number)
  }

  mutating func member(_ name: String, _ text: String) {
    key(name)
    value(text)
  }

  mutating func member(_ name: String, _ flag: Bool) {
    key(name)
    value(flag)
  }

  /// A tally; its percentage is null where there is nothing to have a share of.
  mutating func value(_ tally: RecallTally) {
    object {
      $0.member("reviews", tally.total)
      $0.member("recalled", tally.recalled)
      $0.member("pct", tally.total == 0 ? nil : tally.share.percent)
    }
  }

  mutating func member(_ name: String, _ tally: RecallTally) {
    key(name)
    value(tally)
  }

  /// A histogram of edges in `unit`.
  mutating func value(_ histogram: Histogram, unit: String, last: Double? = nil) {
    object { writer in
      writer.member("cards", histogram.total)
      writer.member("mean\(unit)", histogram.mean)
      writer.member("median\(unit)", histogram.median)
      writer.key("bins")
      writer.array(histogram.edges.indices) { writer, bin in
        let isLast = bin + 1 == histogram.edges.count
        writer.object {
          $0.member("from\(unit)", histogram.edges[bin])
          $0.member("to\(unit)", isLast ? last : histogram.edges[bin + 1])
          $0.member("cards", histogram.counts[bin])
        }
      }
    }
  }
}

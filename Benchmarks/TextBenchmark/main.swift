import FlashCrypto
import FlashText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// text-benchmark generate [ROWS]   writes the generated CSV to standard output
// text-benchmark [FILE]            reads FILE, else the generated CSV, and prints figures

let arguments = CommandLine.arguments.dropFirst()
do {
  if arguments.first == "generate" {
    var deck = GeneratedDeck()
    try ByteStream.send(deck.csv(rows: arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000))
  } else {
    try TextBenchmark.run(file: arguments.first)
  }
} catch {
  print("text-benchmark: \(error)")
  exit(1)
}

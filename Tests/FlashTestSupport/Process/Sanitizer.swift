import Foundation

/// The sanitizer that the tests and the programs were built with, which `make sanitize` tells.
public enum Sanitizer: String, Sendable {
  case address, thread

  private static let environment = ProcessInfo.processInfo.environment

  /// Nil in an ordinary build.
  public static let current = environment["FLASH_SANITIZER"].flatMap(Sanitizer.init)

  /// Settings for it, which every program gets that tests start.
  public static let options = environment.filter {
    ["ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "LD_PRELOAD"].contains($0.key)
  }

  /// How many times longer than usual a program may take.
  static let patience = current == nil ? 1 : 10
}

/// Random bytes that are fit for secrets.
enum ServerRandom {
  @Sendable static func bytes(_ count: Int) -> [UInt8] {
    // The system's generator, which is fit for secrets.
    var system = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 7)
    // Each number is a call of the system, so all eight bytes of it are taken.
    while bytes.count < count {
      let number: UInt64 = system.next()
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
      }
    }
    return Array(bytes.prefix(count))
  }
}

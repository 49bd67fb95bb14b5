import CFaultyDisk

/// A folder as a disk that can fail; see `CFaultyDisk.h`.
struct Disk {
  private let number: Int32

  /// Makes faults possible in this process, before anything is opened.
  static func install() { _ = flash_disk_install() }

  /// Forgets the disks of the run before.
  static func clear() { flash_disk_clear() }

  init(folder: String) {
    number = unsafe flash_disk_add(folder + "/")
    precondition(number >= 0, "too many disks")
  }

  /// Whether the power has failed.
  var isDead: Bool { flash_disk_is_dead(number) != 0 }

  var writes: Int { flash_disk_writes(number) }

  var refusals: Int { flash_disk_refusals(number) }

  /// The power fails at a write, which arrives in part.
  func fail(afterWrites count: Int, torn: Int) { flash_disk_fail(number, count, Int32(torn)) }

  /// The disk is full for some tries.
  func fill(afterWrites count: Int, tries: Int) { flash_disk_fill(number, count, tries) }

  /// No fault is to come any more.
  func calm() {
    flash_disk_fail(number, 0, 0)
    flash_disk_fill(number, 0, 0)
  }

  /// Gives the power back; some of what was not synced is lost. No process outlives that: one that had
  /// a file open would go on with what it remembers of it.
  func revive(_ dice: inout Dice) {
    precondition(flash_disk_revive(number, dice.next()) == 0, "a file of the disk is still open")
  }
}

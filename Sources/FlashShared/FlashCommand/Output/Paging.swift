public import FlashTerminal

extension CommandContext {
  /// Writes lines of the answer, through the pager if a person is looking and they are more than
  /// the window holds.
  ///
  /// Help comes this way, so settings that cannot be read are taken for unset here.
  public func page(_ lines: [StyledLine]) {
    var bytes: [UInt8] = []
    // See above: what the settings say of colour.
    let appearance = (try? appearance) ?? .plain
    for line in lines {
      bytes += appearance.bytes(of: line)
      bytes.append(0x0A)
    }
    if !showsInPager(bytes, of: lines) { output.write(bytes) }
  }

  private func showsInPager(_ bytes: [UInt8], of lines: [StyledLine]) -> Bool {
    guard terminal.outputIsTerminal, output.isTerminal, !terminal.isDumb,
      Pager.isNeeded(for: lines, in: terminal.size),
      // See above: which pager the settings name.
      let pager = Pager(
        flashPager: (try? settings.string("core.pager")) ?? environment["FLASH_PAGER"],
        pager: environment["PAGER"])
    else { return false }
    output.flush()
    // Without a shell or a pager the text is written all the same.
    return (try? pager.show(bytes, environment: environment.all)) ?? false
  }
}

import FlashCommand

extension GlobalOptions {
  /// Does what the options say, in a way that also reaches the programs we become and start:
  /// changes the folder, sets variables.
  func apply() throws(DispatchError) {
    for folder in folders where !folder.isEmpty {
      do {
        try System.changeFolder(to: folder)
      } catch {
        throw .cannotChangeFolder(folder, reason: "\(error)")
      }
    }
    if let mayPrompt {
      System.setVariable("FLASH_PROMPT_DISABLED", to: mayPrompt ? nil : "1")
    }
    if let storePath { System.setVariable("FLASH_STORE", to: storePath) }
    if storePath != nil || !settings.isEmpty { try applySettings() }
  }

  private func applySettings() throws(DispatchError) {
    do {
      var pairs = try CommandLineSettings(environment: .process)
      for setting in settings {
        if let key = SettingKey(setting.key) { pairs.set(key, to: setting.value) }
      }
      // The variable that says so is weaker than `-c`, the option is not.
      if storePath != nil, let key = SettingKey("store.path") { pairs.remove(key) }
      for variable in pairs.variables { System.setVariable(variable.name, to: variable.value) }
    } catch {
      throw .configuration(error)
    }
  }
}

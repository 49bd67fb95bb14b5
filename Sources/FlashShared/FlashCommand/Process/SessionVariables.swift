extension Environment {
  /// The variables that lead to this person's session, where cron and `env -i` leave them away and
  /// the usual places are there: the folder for sockets, and the bus in it.
  public var sessionVariables: [String: String] {
    var variables: [String: String] = [:]
    var folder = nonEmpty("XDG_RUNTIME_DIR")
    if folder == nil {
      let usual = "/run/user/\(FileStatus.user)"
      // Somebody else's folder is not where ours are asked for.
      if FileStatus(of: usual)?.owner == FileStatus.user {
        variables["XDG_RUNTIME_DIR"] = usual
        folder = usual
      }
    }
    if nonEmpty("DBUS_SESSION_BUS_ADDRESS") == nil, let folder,
      FileStatus(of: "\(folder)/bus")?.isSocket == true
    {
      variables["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(folder)/bus"
    }
    return variables
  }

  /// Whether there may be a session bus: its address is set, or its socket is where it usually is.
  public var hasSessionBus: Bool {
    nonEmpty("DBUS_SESSION_BUS_ADDRESS") != nil
      || sessionVariables["DBUS_SESSION_BUS_ADDRESS"] != nil
  }
}

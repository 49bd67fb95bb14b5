import FlashCommand

/// `flash NAME …`: finds the program of a command and becomes it.
@main
enum Flash {
  nonisolated static func main() {
    var dispatcher = Dispatcher(arguments: .ofProcess)
    // The way to a plugin comes first and does not return; what else a command needs, its streams,
    // signals and settings, is made only for what flash answers itself.
    let request = Result { () throws(DispatchError) in try dispatcher.resolve() }
    CommandProcess.run(program: "flash") { context in
      try request.get().run(with: dispatcher, in: &context)
    }
  }
}

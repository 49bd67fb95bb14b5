import FlashAPI
import FlashCollection
import FlashCommand

/// How jobs are listed.
enum JobListing {
  static let listing = Listing<JobReport>(
    [
      ("name", .string), ("state", .string), ("schedule", .string), ("last_run_at", .time),
      ("last_duration_ms", .integer), ("last_result", .object), ("next_run_at", .time),
    ],
    [
      .init(.whole("JOB")) { $0.name },
      .init(.text("STATE", minimumWidth: 6)) { $0.state },
      .init(.text("WHEN", minimumWidth: 6)) { Shown.text($0.schedule) },
      .init(.text("LAST", minimumWidth: 10)) { Shown.moment($0.lastRunAt) },
      .init(.text("NEXT", minimumWidth: 10)) { Shown.moment($0.nextRunAt) },
      .init(.text("RESULT")) { Shown.members($0.lastResult) },
    ])
}

/// `flash admin jobs`.
struct JobCommands: CommandGroup {
  static let description = CommandDescription(
    group: "jobs", abstract: "what the server does from time to time",
    subcommands: [Subcommand(JobList.self), Subcommand(JobRun.self)], traits: [])
}

/// `flash admin jobs list`.
struct JobList: Command {
  static let description = CommandDescription<NoOptions>(
    name: "list", abstract: "list jobs with their last and next runs",
    fields: JobListing.listing.fields.specifications, exitCodes: AdminExit.codes, traits: [])

  static func run(_ options: NoOptions, in context: inout CommandContext) throws {
    let answer: JobReports = try AdminSession(in: context).call(Endpoints.adminJobs)
    try context.write(JobListing.listing, answer.jobs, orSay: "no jobs")
  }
}

/// `flash admin jobs run`.
struct JobRun: Command {
  struct Options: CommandOptions {
    var name = ""
    var isDryRun = false
  }

  static let description = CommandDescription<Options>(
    name: "run", abstract: "run a job now",
    operands: [.required("JOB", help: "its name", into: \.name)],
    options: [.rehearsal(into: \.isDryRun)],
    fields: JobListing.listing.fields.specifications, exitCodes: AdminExit.codes, traits: [])

  static func run(_ options: Options, in context: inout CommandContext) throws {
    let job: JobReport = try AdminSession(in: context).call(
      Endpoints.adminRunJob, path: ["job_name": options.name],
      query: JobRunQuery(isDryRun: options.isDryRun))
    let result = Shown.members(job.lastResult)
    let changes = try Changes(JobListing.listing.fields, in: context)
    try changes.tell(
      job,
      "\(options.isDryRun ? "would run" : "ran") '\(job.name)'"
        + (result.isEmpty ? "" : ": \(result)"), in: context)
    try changes.finish()
  }
}

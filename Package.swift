// swift-tools-version: 6.2
import PackageDescription

// Every edge of docs/architecture.md, in layer order, and nothing else clever. Imports point down
// only; `make` builds with --explicit-target-dependency-import-check error, so an arrow that is
// not drawn here does not compile.

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

func library(_ name: String, _ imports: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: imports, path: "Sources/FlashShared/\(name)", swiftSettings: strict)
}

func system(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/FlashShared/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

// One file that needs no loader: under half the start-up time. It resolves no host names, so a
// program that talks to a network is not linked like this. Only in releases, as a test bundle
// cannot take in a static executable.
let `static`: [LinkerSetting] = [
  .unsafeFlags(
    ["-static-executable", "-use-ld=lld", "-Xlinker", "--gc-sections", "-Xlinker", "-s"],
    .when(platforms: [.linux], configuration: .release))
]

/// A program that works on the collection alone.
func plugin(_ name: String, _ imports: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: ["FlashCommand", "FlashModel"] + imports, swiftSettings: strict,
    linkerSettings: `static`)
}

func tests(_ name: String, _ imports: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.target(name: name), "FlashTestSupport"] + imports,
    swiftSettings: strict)
}

let package = Package(
  name: "flash",
  products: [
    .library(
      name: "FlashShared",
      targets: [
        "FlashModel", "FlashScheduler", "FlashText", "FlashAPI", "FlashCrypto", "FlashSQL",
        "FlashStore",
        "FlashPackages", "FlashTerminal", "FlashCommand", "FlashCollection", "FlashPostgreSQL",
        "FlashServer", "FlashMail", "FlashClient", "FlashSnapshot", "FlashThreads",
        "FlashRemote",
      ])
  ],
  targets: [
    // 0 C libraries
    system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    system("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
    system("CArchive", pkgConfig: "libarchive", apt: "libarchive-dev"),
    system("CZstd", pkgConfig: "libzstd", apt: "libzstd-dev"),
    system("CXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
    system("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
    system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    system("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
    system("CPostgreSQL", pkgConfig: "libpq", apt: "libpq-dev"),
    .target(name: "CConverters", path: "Sources/FlashShared/CConverters"),

    // 1 vocabulary
    library("FlashModel"),

    // 2 rules and access
    library("FlashScheduler", ["FlashModel"]),
    library("FlashText", ["FlashModel"]),
    library("FlashAPI", ["FlashModel"]),
    library("FlashCrypto", ["FlashModel", "CCrypto"]),
    library("FlashSQL", ["FlashModel", "CSQLite"]),
    library("FlashThreads"),

    // 3 services
    library(
      "FlashStore",
      [
        "FlashAPI", "FlashModel", "FlashSQL", "FlashScheduler", "FlashSnapshot", "FlashText",
        "FlashCrypto", "FlashThreads",
      ]),

    library(
      "FlashPackages",
      [
        "FlashCrypto", "FlashModel", "FlashSQL", "FlashText", "FlashThreads", "CArchive", "CXML2",
        "CConverters", "CZstd",
      ]),

    library("FlashSnapshot", ["FlashCrypto", "FlashModel", "FlashSQL", "FlashThreads", "CZstd"]),
    library("FlashMail", ["FlashModel", "CCurl"]),
    library("FlashClient", ["FlashAPI", "FlashModel", "CCurl", "CZlib"]),

    library("FlashPostgreSQL", ["FlashModel", "FlashSQL", "CPostgreSQL"]),

    // 4 kit
    library("FlashTerminal", ["FlashModel"]),
    library("FlashCommand", ["FlashModel", "FlashTerminal", "FlashThreads"]),
    library(
      "FlashCollection",
      [
        "FlashCommand", "FlashModel", "FlashScheduler", "FlashStore", "FlashTerminal", "FlashText",
      ]),

    library(
      "FlashRemote",
      ["FlashClient", "FlashCommand", "FlashCrypto", "FlashModel", "FlashSQL", "FlashStore"]),

    library(
      "FlashServer",
      [
        "FlashAPI", "FlashCrypto", "FlashModel", "FlashPostgreSQL", "FlashScheduler",
        "FlashSnapshot", "FlashSQL", "FlashThreads", "CZlib",
      ]),

    // 5 plugins
    .executableTarget(
      name: "flash", dependencies: ["FlashCommand", "FlashModel"], swiftSettings: strict,
      linkerSettings: `static`),

    plugin(
      "flash-deck",
      ["FlashCollection", "FlashScheduler", "FlashStore", "FlashTerminal", "FlashText"]),
    plugin(
      "flash-export",
      [
        "FlashCollection", "FlashCrypto", "FlashPackages", "FlashScheduler", "FlashStore",
        "FlashText",
      ]),
    plugin(
      "flash-import",
      [
        "FlashCollection", "FlashPackages", "FlashStore", "FlashTerminal", "FlashText",
        "FlashThreads",
      ]),
    plugin(
      "flash-card",
      ["FlashCollection", "FlashScheduler", "FlashStore", "FlashTerminal", "FlashText"]),
    plugin(
      "flash-study",
      ["FlashCollection", "FlashScheduler", "FlashStore", "FlashTerminal", "FlashText"]),
    plugin(
      "flash-store",
      ["FlashCollection", "FlashStore", "FlashTerminal", "FlashText"]),

    .executableTarget(
      name: "flash-serve",
      dependencies: [
        "FlashAPI", "FlashCommand", "FlashMail", "FlashModel", "FlashServer", "FlashSnapshot",
        "FlashThreads", "CMicroHTTPD",
      ], swiftSettings: strict),

    // They talk to a network, so they are not linked like the others.
    .executableTarget(
      name: "flash-sync",
      dependencies: [
        "FlashAPI", "FlashClient", "FlashCollection", "FlashCommand", "FlashModel", "FlashRemote",
        "FlashSQL", "FlashStore", "FlashTerminal",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "flash-admin",
      dependencies: [
        "FlashAPI", "FlashClient", "FlashCollection", "FlashCommand", "FlashModel", "FlashRemote",
        "FlashStore", "FlashTerminal",
      ],
      swiftSettings: strict),

    // Measurements
    .executableTarget(
      name: "flash-bench",
      dependencies: [
        "CArchive", "CZstd", "FlashAPI", "FlashCrypto", "FlashModel", "FlashScheduler",
        "FlashServer", "FlashSQL", "FlashStore", "FlashText",
      ],
      path: "Benchmarks/FlashBench", swiftSettings: strict),
    .executableTarget(
      name: "command-timer", path: "Benchmarks/CommandTimer", swiftSettings: strict),

    // Tests
    .testTarget(
      name: "FlashTestSupportTests", dependencies: ["FlashTestSupport"], swiftSettings: strict),
    .target(
      name: "FlashTestSupport",
      dependencies: [
        "CCrypto", "FlashAPI", "FlashCommand", "FlashCrypto", "FlashModel", "FlashPostgreSQL",
        "FlashScheduler", "FlashSQL", "FlashTerminal", "FlashText",
      ],
      path: "Tests/FlashTestSupport", swiftSettings: strict),
    .executableTarget(
      name: "terminal-probe", dependencies: ["FlashModel", "FlashTerminal"],
      path: "Tests/terminal-probe", swiftSettings: strict),
    .target(
      name: "CFaultyDisk", dependencies: ["CSQLite"], path: "Tests/Sim/CFaultyDisk"),
    .target(
      name: "FlashSimulator",
      dependencies: [
        "CFaultyDisk", "FlashAPI", "FlashClient", "FlashModel", "FlashPostgreSQL",
        "FlashScheduler", "FlashServer", "FlashSQL", "FlashStore", "FlashText",
      ],
      path: "Tests/Sim/FlashSimulator", swiftSettings: strict),
    .executableTarget(
      name: "flash-sim", dependencies: ["FlashSimulator"], path: "Tests/Sim/flash-sim",
      swiftSettings: strict),
    .testTarget(
      name: "FlashSimulatorTests", dependencies: ["FlashTestSupport", "flash-sim"],
      swiftSettings: strict),
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
    .target(
      name: "FuzzedParsers",
      dependencies: [
        "FlashCommand", "FlashModel", "FlashPackages", "FlashSnapshot", "FlashTerminal",
        "FlashText",
      ],
      path: "Tests/Fuzz/FuzzedParsers", swiftSettings: strict),
    .executableTarget(
      name: "flash-fuzz", dependencies: ["CFuzzer", "FuzzedParsers"],
      path: "Tests/Fuzz/flash-fuzz", swiftSettings: strict),
    .testTarget(
      name: "FuzzedParsersTests", dependencies: ["FuzzedParsers"], swiftSettings: strict),
    tests("flash", ["FlashCommand"]),
    .testTarget(
      name: "LayoutTests", dependencies: ["FlashCommand", "FlashModel"],
      exclude: ["UnsafeFiles.txt"], swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "FlashModel", "FlashSQL", "FlashScheduler", "FlashStore", "FlashTestSupport", "flash",
        "flash-card", "flash-deck", "flash-export", "flash-import", "flash-store", "flash-study",
      ],
      swiftSettings: strict),
    tests("flash-export", ["FlashCollection", "FlashCommand", "FlashModel", "FlashStore"]),
    tests("flash-import", ["FlashCollection", "FlashCommand", "FlashText"]),
    tests("flash-study", ["FlashModel", "FlashScheduler", "FlashStore", "FlashTerminal"]),
    tests("FlashModel"),
    tests("FlashCrypto", ["FlashModel"]),
    tests("FlashText", ["FlashModel"]),
    tests("FlashAPI", ["FlashModel"]),
    tests("FlashClient", ["FlashAPI", "FlashModel"]),
    tests("FlashPackages", ["FlashModel", "FlashSQL", "FlashText"]),
    tests("FlashCommand", ["FlashModel", "FlashTerminal", "flash-sample"]),
    .executableTarget(
      name: "flash-sample", dependencies: ["FlashCommand", "FlashModel", "FlashTerminal"],
      path: "Tests/flash-sample", swiftSettings: strict),
    tests("FlashTerminal", ["FlashModel", "terminal-probe"]),
    tests("FlashSQL", ["FlashModel"]),
    tests("FlashThreads"),
    tests("FlashSnapshot", ["FlashModel", "FlashSQL"]),
    .testTarget(
      name: "FlashMailTests", dependencies: ["FlashMail", "FlashModel", "FlashTestSupport"],
      exclude: ["smtp-server.py"], swiftSettings: strict),
    tests("FlashPostgreSQL", ["FlashModel", "FlashSQL"]),
    tests(
      "FlashServer",
      [
        "FlashAPI", "FlashClient", "FlashCrypto", "FlashModel", "FlashScheduler", "FlashSnapshot",
        "FlashSQL", "FlashStore",
      ]),
    tests("FlashStore", ["FlashAPI", "FlashModel", "FlashScheduler", "FlashSQL", "FlashText"]),
    tests("FlashScheduler", ["FlashModel"]),
    tests("flash-deck", ["FlashCommand", "FlashModel"]),
    tests(
      "flash-card",
      ["FlashCollection", "FlashCommand", "FlashModel", "FlashScheduler", "FlashStore"]),
    tests(
      "flash-store", ["FlashCommand", "FlashModel", "FlashScheduler", "FlashSQL", "FlashStore"]),
    tests(
      "flash-serve",
      [
        "FlashAPI", "FlashCommand", "FlashCrypto", "FlashModel", "FlashServer", "FlashSnapshot",
        "FlashThreads",
      ]),
    tests(
      "flash-sync",
      ["FlashAPI", "FlashClient", "FlashCommand", "FlashModel", "FlashStore"]),
    tests(
      "flash-admin", ["FlashAPI", "FlashClient", "FlashCommand", "FlashModel", "FlashRemote"]),
    tests("FlashRemote", ["FlashClient", "FlashCommand", "FlashModel"]),
    tests("FlashCollection", ["FlashCommand", "FlashModel", "FlashScheduler", "FlashStore"]),
  ]
)

# What there is to do with this package, each in one word. Build flags stand here and nowhere else.

SWIFT  ?= swift
PREFIX ?= /usr/local

# An import that Package.swift does not draw is an error.
CHECKED := --explicit-target-dependency-import-check error
RELEASE := -c release --static-swift-stdlib $(CHECKED)

# Programs that are built: folders of Sources that hold code.
PROGRAMS := $(sort $(patsubst Sources/%/,%,$(dir $(wildcard Sources/flash-*/*.swift))))
# What is measured with; built for `bench` alone.
TOOLS    := command-timer flash-bench
PAGES    := $(wildcard man/*.[1-9])
SOURCES  := Sources Tests Benchmarks Package.swift

SANITIZERS := address thread
PRELOAD_thread = LD_PRELOAD=$(CURDIR)/.build-thread/mutex.so

# Seconds a parser is fuzzed.
SECONDS  ?= 150
FUZZ     := .build/fuzz/release/flash-fuzz

# What is simulated.
SEEDS    ?= 0..2000
STEPS    ?= 300
JOBS     ?= $(shell nproc)

.PHONY: build release setup test proof sim sanitize api fuzz lint demo bench man golden install clean

## build     build everything for development
build: setup
	$(SWIFT) build --build-tests $(CHECKED)

## release   build what is installed, as it is installed
release: setup
	$(foreach product,flash $(PROGRAMS),$(SWIFT) build $(RELEASE) --product $(product) &&) :

## setup     install the Debian packages that are missing
setup:
	@scripts/install-packages packages.txt

## test      build and run every test, with the Anki that cards are exchanged with in .build/anki
##           and the mail server that mails are sent to in .build/smtp
test: build
	@scripts/install-anki
	@scripts/install-smtp
	SWIFT=$(SWIFT) scripts/run-tests --skip-build $(CHECKED)

## proof     cut every command at each of its writes, lose power, damage files; some minutes
proof: build
	FLASH_PROOF=1 $(SWIFT) test --skip-build $(CHECKED) \
	  --filter 'CrashTests|PowerLossTests|MutantTests|StudySignalTests'

## sanitize  run every test under the address sanitizer, then under the thread sanitizer; an hour
sanitize: $(SANITIZERS:%=sanitize-%)

# Leaks are not looked for: what an exec that fails was given is one, and so is much of the runtime.
# What the thread sanitizer can't see of Swift's Mutex it is told, by a library that is loaded first.
sanitize-%: setup
	mkdir -p .build-$*
	clang -O1 -Wall -Wextra -Werror -shared -fPIC -o .build-$*/mutex.so Tests/Sanitizers/mutex.c
	FLASH_SANITIZER=$* SWIFT_BACKTRACE=enable=no \
	  $(SWIFT) build --build-tests --sanitize=$* --scratch-path .build-$* $(CHECKED)
	FLASH_SANITIZER=$* SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 \
	  TSAN_OPTIONS=halt_on_error=1 $(PRELOAD_$*) \
	  $(SWIFT) test --skip-build --sanitize=$* --scratch-path .build-$* $(CHECKED)

## api       send flash-serve whatever its contract allows, and what it does not, on both databases
api: build
	scripts/check-api

## fuzz      look for bytes that break a parser, SECONDS=150 each: an hour in all
fuzz: setup
	$(SWIFT) build -c release $(CHECKED) --scratch-path .build/fuzz --product flash-fuzz \
	  -Xswiftc -sanitize=fuzzer,address -Xswiftc -DFUZZING -Xswiftc -use-ld=lld
	Tests/Fuzz/run $(FUZZ) $(SECONDS)

## sim       let devices and a server meet, on SEEDS=0..2000 of STEPS=300 each; some minutes
sim: setup
	$(SWIFT) build $(RELEASE) --product flash-sim
	.build/release/flash-sim --list Tests/Sim/seeds --seeds $(SEEDS) --steps $(STEPS) --jobs $(JOBS)

## lint      check the form of all sources
lint:
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)

## demo      import the decks of Examples and study them
demo: release
	Examples/demo.sh

## bench     measure, each figure beside its bar
bench: release
	$(foreach product,$(TOOLS),$(SWIFT) build $(RELEASE) --product $(product) &&) :
	Benchmarks/all.sh

## man       render the manual pages and completion scripts that are committed
man: build
	scripts/render

## golden    render whatever tests compare with; read the difference before it is committed
golden: man
	FLASH_WRITE_GOLDENS=1 $(SWIFT) test $(CHECKED)
	git status --short

## install   install below PREFIX (/usr/local), staged in DESTDIR
install: release
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/libexec/flash
	install -m 755 .build/release/flash $(DESTDIR)$(PREFIX)/bin/flash
	for program in $(PROGRAMS); do \
	  install -m 755 -s .build/release/$$program $(DESTDIR)$(PREFIX)/libexec/flash/ || exit; \
	done
	git describe --always --abbrev=40 --exclude='*' --dirty 2>/dev/null \
	  >$(DESTDIR)$(PREFIX)/libexec/flash/commit || :
	for page in $(PAGES); do \
	  install -D -m 644 $$page $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$${page##*/} || exit; \
	done
	install -D -m 644 completions/flash.bash \
	  $(DESTDIR)$(PREFIX)/share/bash-completion/completions/flash
	install -D -m 644 completions/_flash $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_flash
	install -D -m 644 completions/flash.fish \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/flash.fish

## clean     remove what was built
clean:
	rm -rf .build $(SANITIZERS:%=.build-%)

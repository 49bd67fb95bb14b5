/// An account whose plan has limits. Goes on where ``ExchangeScenario`` has signed two homes in; a
/// script for bash.
enum PlanScenario {
  static let limits = """
    # says CODE TEXT COMMAND...: the command ends with the code, and says so.
    says() {
      local wanted=$1 text=$2 code=0
      shift 2
      "$@" >said 2>&1 || code=$?
      if [ $code != "$wanted" ] || ! grep -q -- "$text" said; then
        echo "code $wanted and '$text' were expected, not $code and:" >&2
        cat said >&2
        exit 1
      fi
    }
    everybody() {
      env -i HOME="$place/server" PATH=/usr/bin:/bin TZ=UTC \\
        "$bin/flash-serve" default-plan "$1" --database "$database" >/dev/null
    }

    everybody free
    for n in 1 2 3 4 5; do on one deck add "D$n" >/dev/null; done
    on one sync -q
    [ "$(on one sync status --json=plan)" = '{"plan":"free"}' ]

    # What is known of the plan is told at once, also without the server.
    says 4 "the plan at 'origin' allows 5 decks" on one deck add D6
    says 4 "allows 5 decks" on one deck duplicate D1
    says 4 "allows 5 decks" on one card add --create-deck -d D6 front back
    says 4 "allows 10 new cards a day" on one deck options D1 new_per_day=11
    on one deck options D1 new_per_day=9 >/dev/null
    seq 1 201 | sed 's/.*/f&\\tb&/' >many.tsv
    says 4 "allows 200 cards in a deck" on one card add -d D1 - <many.tsv

    # Importing is never refused; the server takes what it has room for, and the rest once there is some.
    printf 'a\\tA\\n' >six.tsv
    on one import --deck D6 six.tsv >/dev/null
    says 3 "was not taken: the plan allows 5 decks" on one sync
    [ "$(on two sync -q; on two deck list | wc -l)" = 5 ]
    everybody plus
    for i in $(seq 1 100); do
      on one sync -q 2>/dev/null || true
      [ "$(on one sync status --json=waiting)" != '{"waiting":0}' ] || break
      sleep 0.3
    done
    on two sync -q
    same
    [ "$(on two deck list | wc -l)" = 6 ]
    echo good
    """
}

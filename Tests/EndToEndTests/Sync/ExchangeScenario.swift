/// Two devices in two homes, a server between them, and mail in a folder: a script for bash.
enum ExchangeScenario {
  /// Begins the server; `$1` is the folder of the programs, `$2` the database, `$3` a folder.
  static let start = """
    set -eu
    bin=$1 database=$2 place=$3
    cd "$place"
    mkdir -p server/.config/flash mail one two
    printf '[serve]\\nmail = dir:%s/mail\\nmail-from = flash@flash.example\\n' "$place" \
      >server/.config/flash/config
    env -i HOME="$place/server" PATH=/usr/bin:/bin TZ=UTC \
      "$bin/flash-serve" default-plan plus --database "$database" >/dev/null
    env -i HOME="$place/server" PATH=/usr/bin:/bin TZ=UTC \
      "$bin/flash-serve" --listen 127.0.0.1:0 --database "$database" >address 2>server.log &
    server=$!
    trap 'kill $server 2>/dev/null || true; wait $server 2>/dev/null || true' EXIT
    for i in $(seq 1 200); do [ -s address ] && break; sleep 0.1; done
    address=$(head -n 1 address)
    case $address in http*) ;; *) address=http://$address ;; esac

    # A device runs a program as cron would: with nothing but a home and a path.
    on() {
      local home=$1 program=$2
      shift 2
      env -i HOME="$place/$home" PATH=/usr/bin:/bin TZ=UTC LC_ALL=C.UTF-8 "$bin/flash-$program" "$@"
    }

    # The newest link that was mailed, once there are so many.
    link() {
      local file
      for i in $(seq 1 300); do
        [ "$(ls mail | wc -l)" -ge "$1" ] && break
        sleep 0.1
      done
      file=$(ls -t mail/* | head -n 1)
      grep -o 'http[^ ]*t=[0-9a-f]*' "$file" | head -n 1 | tr -d '\\r'
    }

    """

  /// One signs in by the pasted link, the other by the button.
  static let signIn = """
    mkfifo paste
    on one sync login --server="$address" me@example.org <paste >one.login 2>one.asked &
    exec 3>paste
    link 1 >one.link
    cat one.link >&3
    wait $!
    exec 3>&-
    grep -q 'signed in at' one.login

    on two sync login --server="$address" me@example.org </dev/null >two.login 2>two.asked &
    link 2 >two.link
    token=$(sed 's/.*t=//' two.link)
    curl -sS -o page -d "t=$token" "${address}/auth/consume"
    wait $!
    grep -q 'signed in at' two.login

    """

  /// Cards, edits, deletes, tags and options travel; both study offline, both sync.
  static let work = """
    on one deck add Spanish >/dev/null
    printf 'hola\\thello\\nadios\\tgoodbye\\nuno\\tone\\ndos\\ttwo\\ntres\\tthree\\ncuatro\\tfour\\n' >words.tsv
    on one import --deck Spanish words.tsv >/dev/null
    on one sync -q
    on two sync -q
    same

    first=$(on two card list hola | head -n 1 | cut -f 1)
    second=$(on two card list adios | head -n 1 | cut -f 1)
    third=$(on one card list uno | head -n 1 | cut -f 1)
    on two card edit "$first" --back 'hi' >/dev/null
    on two card tag greeting "$first" >/dev/null
    on two card rm "$second" >/dev/null
    on one deck options Spanish new_per_day=4 >/dev/null
    on one card flag 3 "$third" >/dev/null
    on two sync -q
    on one sync -q
    on two sync -q
    same
    on one card list hi | grep -q hola

    # Both study the same cards while neither can reach the server.
    for id in "$first" "$third"; do
      on one study answer "$id" good >/dev/null
      on two study answer "$id" again >/dev/null
      on two study answer "$id" easy >/dev/null
    done
    on one sync -q
    on two sync -q
    on one sync -q
    on two sync -q
    same
    [ "$(on one study log --json | wc -l)" -eq 6 ]
    on one store check -q
    on two store check -q
    on one sync status --check
    echo good
    """

  /// A large collection goes up and down as one file; both sides are killed on the way.
  static let large = """
    on one deck add Big >/dev/null
    seq 1 21000 | awk '{ print "front " $1 "\\tback " $1 }' >big.tsv
    on one import -q --deck Big big.tsv
    for i in 1 2; do on one study answer "$(on one card list "front $i" --limit=1 | cut -f 1)" good >/dev/null; done
    for wait in 0.4 0.9; do timeout -s KILL $wait env -i HOME="$place/one" PATH=/usr/bin:/bin TZ=UTC \\
      "$bin/flash-sync" -q || true; done
    on one sync -q
    for wait in 0.3 0.7; do timeout -s KILL $wait env -i HOME="$place/two" PATH=/usr/bin:/bin TZ=UTC \\
      "$bin/flash-sync" -q || true; done
    on two sync -q
    same
    grep -q '"operation":"commitSnapshot".*"status":200' server.log
    grep -q '"operation":"getSnapshotPart".*"status":200' server.log
    ! grep -q '"operation":"syncPush"' server.log
    [ -z "$(find one two -name 'collection.db.origin.*')" ]
    on one store check -q
    on two store check -q
    echo good
    """

  /// Compares what both export, line by line in no order.
  static let comparison = """
    same() {
      for home in one two; do
        on $home export -q -o "$place/$home.jsonl" --format jsonl
        # The first line says when it was written.
        tail -n +2 "$home.jsonl" | sort >"$home.sorted"
        rm "$home.jsonl"
      done
      diff one.sorted two.sorted >difference || { head -c 2000 difference >&2; exit 1; }
    }

    """
}

/// A side that is not what it was: restored, copied, another account. Goes on where
/// ``ExchangeScenario`` has signed two homes in; a script for bash.
enum SidesScenario {
  /// `again` starts the server where it was; `email HOME ADDRESS` signs in by the button.
  static let functions = """
    port=${address##*:}
    again() {
      env -i HOME="$place/server" PATH=/usr/bin:/bin TZ=UTC \\
        "$bin/flash-serve" --listen "127.0.0.1:$port" --database "$database" 2>>server.log &
      server=$!
      for i in $(seq 1 200); do
        curl -s -o probe "$address/healthz" && break
        sleep 0.1
      done
    }
    stop() { kill $server; wait $server 2>/dev/null || true; }
    email() {
      local mails=$(ls mail | wc -l)
      on $1 sync login --server="$address" $2 </dev/null >login 2>asked &
      local waiting=$!
      link $((mails + 1)) >link
      curl -sS -o page -d "t=$(sed 's/.*t=//' link)" "$address/auth/consume"
      wait $waiting
    }
    # says TEXT COMMAND...: the command says so, whatever its code.
    says() {
      local text=$1
      shift
      "$@" >said 2>&1 || true
      grep -q -- "$text" said || { echo "'$text' was expected:" >&2; cat said >&2; exit 1; }
    }

    on one deck add D >/dev/null
    printf 'a\\tA\\nb\\tB\\nc\\tC\\n' >cards.tsv
    on one import --deck D cards.tsv >/dev/null
    on one sync -q
    on two sync -q
    same

    """

  /// The server is put back to what it was before two devices went on.
  static let restoredServer = """
    stop
    cp -r "$database" backup
    again
    on two card add --deck D late later >/dev/null
    on two study answer "$(on two card list b | head -n 1 | cut -f 1)" good >/dev/null
    on two sync -q
    on one sync -q
    stop
    rm -rf "$database"
    mv backup "$database"
    again
    # It does not know the newer secrets either.
    says "sign in again with 'flash sync login'" on one sync
    email one me@example.org
    email two me@example.org
    says 'in an older state than it was; everything was offered again' on one sync
    on two sync -q
    on one sync -q
    same
    [ "$(on one card list late | wc -l)" -eq 1 ]
    [ "$(on one study log --json | wc -l)" -eq 1 ]

    """

  /// A collection is put back to what it was; what it had sent comes back by itself.
  static let restoredCollection = """
    on two store backup "$place/two.backup" >/dev/null
    on two card add --deck D newer newest >/dev/null
    on two sync -q
    on two store restore -y "$place/two.backup" >/dev/null
    [ -z "$(on two card list newer)" ]
    says 'received 1' on two sync
    on one sync -q
    same
    [ "$(on two card list newer | wc -l)" -eq 1 ]

    """

  /// A collection is copied to a third device, and both go on.
  static let copiedCollection = """
    mkdir -p three/.local/share/flash
    cp one/.local/share/flash/collection.db three/.local/share/flash/
    says 'nobody is signed in' on three sync
    email three me@example.org
    on three card add --deck D three drei >/dev/null
    on one card add --deck D one eins >/dev/null
    on three sync -q
    on one sync -q
    on three sync -q
    on two sync -q
    same
    [ "$(on three card list one | wc -l)" -eq 1 ]
    [ "$(on one card list three | wc -l)" -eq 1 ]

    """

  /// Somebody signs in as another: all that is here goes there, too, and stays where it was.
  static let otherAccount = """
    cards=$(on two card list | wc -l)
    email two you@example.org
    grep -q "this is another account than 'me@example.org': all that is here is sent to it as well" asked
    on two sync -q
    [ "$(on two card list | wc -l)" -eq "$cards" ]
    email four you@example.org
    on four sync -q
    [ "$(on four card list | wc -l)" -eq "$cards" ]
    on one sync -q
    [ "$(on one card list | wc -l)" -eq "$cards" ]
    on two store check -q
    echo good
    """
}

/// The three thin scripts around `flash __complete`.
enum CompletionScript {
  static let bash = #"""
    # Completion of flash for bash: asks flash, which knows.

    _flash() {
      # bash parts words at colons and equals signs too; flash wants them as they were typed.
      local -a words=()
      local word rest=$COMP_LINE i
      for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((i == 0)) || [[ $rest == [[:space:]]* || -z $word ]]; then
          words+=("$word")
        else
          words[${#words[@]} - 1]+=$word
        fi
        rest=${rest#*"$word"}
      done

      # What bash leaves alone when it puts an answer in, and what quotes the answer already.
      local current=${words[${#words[@]} - 1]} lead='' quote=''
      case $current in
        [\'\"]*) quote=${current:0:1} ;;
        *[:=]*) lead=${current%"${current##*[:=]}"} ;;
      esac
      for i in "${!words[@]}"; do
        word=${words[i]#[\'\"]}
        words[i]=${word//\\/}
      done
      lead=${lead//\\/}

      COMPREPLY=()
      local line
      while IFS= read -r line; do
        line=${line%%$'\t'*}
        line=${line#"$lead"}
        # A tilde in front stands for the home folder, so it is not quoted.
        if [[ ! $quote && $line == *[!A-Za-z0-9_.,/:=@%+~-]* ]]; then
          printf -v line %q "$line"
          line=${line/#\\~\//\~/}
        fi
        COMPREPLY+=("$line")
      done < <(command "${words[0]}" __complete -- "${words[@]:1}" 2>/dev/null)
      case ${#COMPREPLY[@]}$COMPREPLY in
        1*[/=,]) compopt -o nospace 2>/dev/null ;;
      esac
    }

    complete -F _flash flash

    """#

  static let zsh = #"""
    #compdef flash
    # Completion of flash for zsh: asks flash, which knows.

    _flash() {
      local line value
      local -a closed open
      while IFS= read -r line; do
        value=${line%%$'\t'*}
        line=${value//:/\\:}${${line#"$value"}/$'\t'/:}
        # More may follow a folder, an option that wants a value, or an item of a list.
        if [[ $value == *[/=,] ]]; then open+=("$line"); else closed+=("$line"); fi
      done < <(command "$words[1]" __complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)
      local found=1
      ((${#closed})) && _describe -V -t flash flash closed && found=0
      ((${#open})) && _describe -V -t flash flash open -S '' && found=0
      return $found
    }

    if [[ ${funcstack[1]} == _flash ]]; then _flash "$@"; else compdef _flash flash; fi

    """#

  static let fish = #"""
    # Completion of flash for fish: asks flash, which knows.

    function __flash_complete
        set -l words (commandline --tokenize --cut-at-cursor --current-process)
        command $words[1] __complete -- $words[2..-1] (commandline --current-token --cut-at-cursor) 2>/dev/null
    end

    complete --command flash --no-files --keep-order --arguments '(__flash_complete)'

    """#
}

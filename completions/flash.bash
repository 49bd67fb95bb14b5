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

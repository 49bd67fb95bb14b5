# Completion of flash for fish: asks flash, which knows.

function __flash_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    command $words[1] __complete -- $words[2..-1] (commandline --current-token --cut-at-cursor) 2>/dev/null
end

complete --command flash --no-files --keep-order --arguments '(__flash_complete)'

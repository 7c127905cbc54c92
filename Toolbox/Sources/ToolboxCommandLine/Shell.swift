/// A shell for which completions can be printed.
///
/// The scripts only ask the program itself, with the words typed so far, so that they never go out
/// of date with it.
enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  func script(for program: String) -> String {
    let function = "_" + String(program.map { $0 == "-" ? "_" : $0 }) + "_complete"
    let ask = "\(program) \(CommandLineTool.completionVerb)"
    return switch self {
    case .bash: Self.bash(program, function, ask)
    case .zsh: Self.zsh(program, function, ask)
    case .fish: Self.fish(program, function, ask)
    }
  }

  private static func bash(_ program: String, _ function: String, _ ask: String) -> String {
    #"""
    # \#(program) completions for bash. Put this in your .bashrc:
    #   source <(\#(program) completions bash)
    \#(function)() {
      local line word
      COMPREPLY=()
      while IFS= read -r line; do
        word="${line%%$'\t'*}"
        # bash replaces only what stands after "=".
        [[ ${COMP_WORDS[COMP_CWORD]} == = || ${COMP_WORDS[COMP_CWORD-1]} == = ]] &&
          word="${word#--*=}"
        if [[ $line == :files ]]; then compopt -o default; else COMPREPLY+=("$word"); fi
      done < <(\#(ask) "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    }
    complete -F \#(function) \#(program)
    """#
  }

  private static func zsh(_ program: String, _ function: String, _ ask: String) -> String {
    #"""
    #compdef \#(program)
    # \#(program) completions for zsh. Put this in your .zshrc, after compinit:
    #   source <(\#(program) completions zsh)
    \#(function)() {
      local line
      local -a found
      for line in "${(@f)$(\#(ask) "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        if [[ $line == :files ]]; then
          _files
        elif [[ $line == *$'\t'* ]]; then
          found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        elif [[ -n $line ]]; then
          found+=("${line//:/\\:}")
        fi
      done
      (( ${#found} )) && _describe '\#(program)' found
    }
    compdef \#(function) \#(program)
    """#
  }

  private static func fish(_ program: String, _ function: String, _ ask: String) -> String {
    #"""
    # \#(program) completions for fish. Put this in your config.fish:
    #   \#(program) completions fish | source
    function \#(function)
      set -l words (commandline -opc)
      for line in (\#(ask) $words[2..] "$(commandline -ct)" 2>/dev/null)
        if test "$line" = ":files"
          __fish_complete_path (commandline -ct)
        else
          echo $line
        end
      end
    end
    complete -c \#(program) -f -a '(\#(function))'
    """#
  }
}

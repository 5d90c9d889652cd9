import { Argument, type Command } from "@commander-js/extra-typings";
import { command } from "../command.ts";
import { keepTree } from "../completion/kept-tree.ts";
import { treeOf } from "../completion/tree-of.ts";
import type { Session } from "../session.ts";

const scripts = {
  bash: `_feedhook() {
  local words
  words=$(feedhook completion-words -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _feedhook feedhook`,
  zsh: `#compdef feedhook
_feedhook() {
  compadd -- $(feedhook completion-words -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null)
}
compdef _feedhook feedhook`,
  fish: `complete -c feedhook -f -a '(feedhook completion-words -- (commandline -opc)[2..] 2>/dev/null)'`,
} as const;

const shells: readonly (keyof typeof scripts)[] = ["bash", "zsh", "fish"];

/**
 * The scripts ask the program for completions. Printing one also renews the stored command tree, so that a new shell
 * completes this version's commands.
 */
export function addCompletion(program: Command, { environment }: Session): void {
  command(program, "completion", 'print a completion script: eval "$(feedhook completion bash)"')
    .addArgument(new Argument("<shell>").choices(shells))
    .action((shell) => {
      keepTree(treeOf(program), environment);
      process.stdout.write(`${scripts[shell]}\n`);
    });
}

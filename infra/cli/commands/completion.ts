import { Argument, type Command, type CommandUnknownOpts } from "@commander-js/extra-typings";

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

/** The scripts ask the program for completions, so they are always up to date. */
export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description('print a completion script: eval "$(feedhook completion bash)"')
    .addArgument(new Argument("<shell>").choices(shells))
    .action((shell) => {
      process.stdout.write(`${scripts[shell]}\n`);
    });
  program
    .command("completion-words", { hidden: true })
    .argument("[words...]")
    .action((words) => {
      process.stdout.write(`${wordsAfter(program, words).join("\n")}\n`);
    });
}

/** The commands and options that may come after these words. */
function wordsAfter(program: CommandUnknownOpts, words: readonly string[]): string[] {
  let command = program;
  for (const word of words) command = command.commands.find((each) => each.name() === word) ?? command;
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command), ...program.options];
  const names = help.visibleCommands(command).map((each) => each.name());
  return [...new Set([...names, ...options.flatMap(({ long }) => long ?? [])])].filter((name) => name !== "help");
}

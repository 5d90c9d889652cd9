import { commandRules, type RunCommand } from "./command-rules.ts";
import type { StageOptions } from "./deploy-stacks.ts";
import { documentedCommands } from "./documented-commands.ts";
import type { OperatorShell } from "./operator-shell.ts";
import { say } from "./progress.ts";
import { withOperatorsFile } from "./stage-file.ts";

/** The values of the placeholders in the documents' commands. */
export type Gaps = {
  readonly instance: { readonly name: string; readonly credentials: { clientId: string; clientSecret: string } };
  readonly subscription: string;
  readonly event: string;
  readonly partner: string;
  /** The folder with the templates. */
  readonly assembly: string;
};

export type Rehearsal = { readonly shell: OperatorShell; readonly stage: StageOptions; readonly gaps: Gaps };

/**
 * Runs the commands of docs/deploy.md and docs/runbook.md one after the other and compares their output with their
 * rules. Throws an Error that names every command that failed or printed something else.
 */
export function runDocumentedCommands(rehearsal: Rehearsal): Promise<void> {
  return withOperatorsFile(rehearsal.stage, () => giveAll(rehearsal));
}

async function giveAll(rehearsal: Rehearsal): Promise<void> {
  const wrong: string[] = [];
  const given = new Map<string, RunCommand>();
  for (const { command } of documentedCommands()) {
    const rule = commandRules.find((one) => one.command.test(command));
    if (rule === undefined || !("prints" in rule) || given.has(command)) continue;
    if (rule.once && [...given.values()].includes(rule)) continue;
    given.set(command, rule);
    const { fails, printed } = await give(rehearsal, command, rule);
    if (fails !== (rule.fails ?? false))
      wrong.push(`${command}\n  ${fails ? "fails" : "succeeds"}: ${printed.slice(-1_500)}`);
    else if (!rule.prints.test(printed)) wrong.push(`${command}\n  not ${rule.prints}: ${printed.slice(-1_500)}`);
  }
  if (wrong.length > 0) throw new Error(`${wrong.length} of ${given.size} documented commands:\n${wrong.join("\n")}`);
  say(`${given.size} documented commands print what their rules say`);
}

type Given = { readonly fails: boolean; readonly printed: string };

/** Whether the command fails, and its output or error. The setup before and after prints nothing. */
export async function give({ shell, gaps }: Rehearsal, command: string, rule: RunCommand): Promise<Given> {
  const { before, then, after } = rule;
  const quietly = (part: string | undefined) => (part === undefined ? [] : [`{ ${part}; } > /dev/null`]);
  const script = [...quietly(before), command, ...(then === undefined ? [] : [then]), ...quietly(after)];
  return shell.runbook(script.map((part) => filled(part, gaps)).join("\n")).then(
    (printed) => ({ fails: false, printed }),
    (error: unknown) => ({ fails: true, printed: String(error) }),
  );
}

/** The command with this stage's values for its placeholders. */
function filled(command: string, { instance, subscription, event, partner, assembly }: Gaps): string {
  const { name, credentials } = instance;
  return command
    .replaceAll("/instances/acme", `/instances/${name}`)
    .replaceAll('"credentials":{"clientId":"…","clientSecret":"…"}', `"credentials":${JSON.stringify(credentials)}`)
    .replaceAll("/subscriptions/{id}", `/subscriptions/${subscription}`)
    .replaceAll("{name}", name)
    .replaceAll("{event}", event)
    .replaceAll("{partner}", partner)
    .replaceAll("{assembly}", assembly)
    .replaceAll(
      "<UUID>",
      `"$(aws lambda list-event-source-mappings --query 'EventSourceMappings[0].UUID' --output text)"`,
    )
    .replaceAll("<arn>", '"$KEY"');
}

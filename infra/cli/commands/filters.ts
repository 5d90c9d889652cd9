import type { Command } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import type { components } from "../../api-client/api-types.ts";
import { answerOf } from "../client/answer-of.ts";
import { command } from "../command.ts";
import { jsonOf } from "../given-files.ts";
import { jsonOption, listed, wholeNumber } from "../option-values.ts";
import type { Session } from "../session.ts";
import { noteWarnings } from "./subscription-settings.ts";

type Verdict = components["schemas"]["FilterTestResult"]["items"][number];

const help = `
  feedhook filters test --instance acme --events 'person.*' --filter '{"changes":{"field":["jobTitle"]}}'
  feedhook event-types show person.updated > event.json
  feedhook filters test --sample event.json --filter '{"owner":{"type":["Project"]}}'`;

export function addFilters(program: Command, session: Session): void {
  const { terminal } = session;
  const filters = command(program, "filters", "test a filter on stored events or a sample");

  command(filters, "test", "show which events a filter matches, and why it doesn't match the others")
    .option("--filter <pattern>", "the event pattern (default: every event matches)", jsonOption)
    .option("--events <types...>", "the types to test: person.created, person.*, *")
    .option("--instance <name>", "test the newest stored events of this instance")
    .option("--event <id>", "test only this stored event")
    .option("--sample <file>", "test the event in this file; - for stdin")
    .option("--limit <n>", "maximum number of stored events to test", wholeNumber(1, 200))
    .addHelpText("after", help)
    .action(async ({ filter, events, sample, ...rest }) => {
      const body = {
        ...rest,
        ...(filter && { filter: { ...filter } }),
        ...(events && { eventTypes: listed(events) }),
        ...(sample !== undefined && { sample: { ...(await jsonOf(sample)) } }),
      };
      const tested = await answerOf(session.api().POST("/v1/filters/test", { body }));
      noteWarnings(session, tested);
      terminal.result(tested, () =>
        [`Matching events: ${tested.matches} of ${tested.tested}.`, ...tested.items.flatMap(linesOf)].join("\n"),
      );
    });
}

function linesOf({ event, type, matches, undecided, why }: Verdict): string[] {
  const word =
    undecided === true ? "undecided, so it would be sent: the test takes too long" : matches ? "matches" : "no match";
  const reasons = why.map(({ field, message, wanted, found }) => {
    return printableLine(`  ${field} ${message}: wanted ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`);
  });
  return [printableLine([word, type, event].filter((part) => part !== undefined).join("  ")), ...reasons];
}

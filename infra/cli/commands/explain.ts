import type { Command } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import { stateWord } from "../../api-client/state-words.ts";
import { explanationOf } from "../client/explanation-of.ts";
import { command } from "../command.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/table.ts";

export function addExplain(program: Command, session: Session): void {
  const { terminal } = session;
  command(program, "explain", "explain why a record's event did or didn't appear")
    .argument("<subject>", "the record, person/k2Jm, or one of its events, evt_…")
    .option("--instance <name>", "the record's instance (default: the only one, or the event's)")
    .option("--subscription <id>", "only for this subscription, even if it doesn't select the type")
    .action(async (asked, scope) => {
      const found = await explanationOf(session.api(), asked, scope);
      terminal.result(found, () => {
        const findings = found.findings.map(({ text }) => `- ${printableLine(text)}`);
        const rows = found.events.flatMap(({ id, type, detectedAt, deliveries }) =>
          deliveries.length === 0
            ? [[detectedAt, type, id, "—", "no subscription selects it"]]
            : deliveries.map((one) => [detectedAt, type, id, one.subscription, stateWord(one.outcome)]),
        );
        const events = tableOf(["detected at", "type", "event", "subscription", "outcome"], rows);
        return [...findings, ...(rows.length === 0 ? [] : ["", events])].join("\n");
      });
    });
}

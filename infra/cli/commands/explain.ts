import type { Command } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import { UsageError } from "../cli-errors.ts";
import { answerOf } from "../client/answer-of.ts";
import { instanceNames } from "../client/partner-path.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/terminal.ts";

/** Shows why an event did or didn't appear. */
export function addExplain(program: Command, session: Session): void {
  const { terminal } = session;
  program
    .command("explain")
    .description("explain why a record's event did or didn't appear")
    .argument("<subject>", "the record: person/k2Jm")
    .option("--instance <name>", "the record's instance (default: the only one)")
    .action(async (subject, { instance: asked }) => {
      const api = session.api();
      const instance = asked ?? onlyOne(await instanceNames(api));
      const found = await answerOf(api.GET("/v1/explain", { params: { query: { instance, subject } } }));
      terminal.result(found, () => {
        const findings = found.findings.map(({ text }) => `- ${printableLine(text)}`);
        const rows = found.events.flatMap(({ id, type, detectedAt, deliveries }) =>
          deliveries.length === 0
            ? [[detectedAt, type, id, "—", "no subscription selects it"]]
            : deliveries.map(({ subscription, outcome }) => [detectedAt, type, id, subscription, outcome]),
        );
        const events = tableOf(["detected at", "type", "event", "subscription", "outcome"], rows);
        return [...findings, ...(rows.length === 0 ? [] : ["", events])].join("\n");
      });
    });
}

function onlyOne(names: readonly string[]): string {
  const [name, another] = names;
  if (name !== undefined && another === undefined) return name;
  const all = names.join(", ");
  throw new UsageError("the instance is missing", `Use --instance${all === "" ? "" : ` with one of: ${all}`}.`);
}

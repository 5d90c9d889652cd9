import type { Command } from "@commander-js/extra-typings";
import { eventIdShape } from "../../../shared/kernel/event-id.ts";
import { printableLine } from "../../../shared/kernel/printable.ts";
import type { components } from "../../api-client/api-types.ts";
import type { ApiClient } from "../../api-client/create-api-client.ts";
import { stateWord } from "../../api-client/state-words.ts";
import { answerOf } from "../client/answer-of.ts";
import { eventOf, subjectOf } from "../client/event-of.ts";
import { instanceNames, onlyInstance } from "../client/partner-path.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/table.ts";

/** Shows why an event did or didn't appear. */
export function addExplain(program: Command, session: Session): void {
  const { terminal } = session;
  program
    .command("explain")
    .description("explain why a record's event did or didn't appear")
    .argument("<subject>", "the record, person/k2Jm, or one of its events, evt_…")
    .option("--instance <name>", "the record's instance (default: the only one, or the event's)")
    .option("--subscription <id>", "only for this subscription, even if it doesn't select the type")
    .action(async (asked, { instance: given, subscription }) => {
      const api = session.api();
      const { instance, subject, event } = await askedFor(api, asked, given);
      const query = { instance, subject, ...(subscription !== undefined && { subscription }) };
      const whole = await answerOf(api.GET("/v1/explain", { params: { query } }));
      const found = event === undefined ? whole : about(event, whole);
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

type Explanation = components["schemas"]["Explanation"];

/** Returns the record to explain. For an event's id, returns the event's record and the id. */
async function askedFor(api: ApiClient, asked: string, given: string | undefined) {
  if (!eventIdShape.test(asked)) return { instance: given ?? onlyInstance(await instanceNames(api)), subject: asked };
  const { instance, subject } = subjectOf(await eventOf(api, asked, given));
  return { instance, subject: `${subject.type}/${subject.id}`, event: asked };
}

/** The part of a record's explanation that is about one event: its deliveries, and what holds for all events. */
function about(event: string, { findings, events, ...rest }: Explanation): Explanation {
  const own = findings.filter((finding) => finding.event === undefined || finding.event === event);
  return { ...rest, findings: own, events: events.filter(({ id }) => id === event) };
}

import type { Command } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import type { components } from "../../api-client/api-types.ts";
import type { ApiClient } from "../../api-client/create-api-client.ts";
import { answerOf } from "../client/answer-of.ts";
import { after, everyPage, firstOf } from "../client/every-page.ts";
import { instanceNames } from "../client/partner-path.ts";
import { isOfType } from "../listen/replay-last.ts";
import { instantOption, wholeNumber } from "../option-values.ts";
import { repeat, type Session } from "../session.ts";
import { tableOf } from "../terminal/terminal.ts";

type Event = components["schemas"]["Event"];

/**
 * How much earlier (ms) each request starts, because an event may be published this much later than it was detected.
 */
const lateness = 120_000;

/** Lists published events. */
export function addEvents(program: Command, session: Session): void {
  const { terminal } = session;
  program
    .command("events")
    .description("list published events, or follow new ones")
    .option("--instance <name>", "only this instance (default: all)")
    .option("--events <types...>", "only these types: person.created, person.*, *")
    .option("--since <instant>", "detected since: 2026-11-21T09:00:00Z, or 15m", instantOption)
    .option("--limit <n>", "maximum number of events, newest first", wholeNumber(1, 10_000), 50)
    .option("--follow", "keep running, and print each event once it is published")
    .addHelpText(
      "after",
      "\nThis is for inspection. To receive every event, use a subscription: feedhook listen --help",
    )
    .action(async ({ instance, events: types = [], since, limit, follow }) => {
      const api = session.api();
      const patterns = types.flatMap((each) => each.split(","));
      const isWanted = ({ type }: Event) => patterns.length === 0 || patterns.some((each) => isOfType(type, each));
      const newest = async (from: string | undefined, most: number) => {
        const names = instance === undefined ? await instanceNames(api) : [instance];
        const lists = await Promise.all(names.map((name) => firstOf(newestOf(api, name, from, isWanted), most)));
        return lists
          .flat()
          .sort((one, other) => (one.id < other.id ? 1 : -1))
          .slice(0, most);
      };
      if (follow !== true) {
        const found = await newest(since, limit);
        terminal.result(found, () => (found.length === 0 ? "No events match." : tableOf(heads, found.map(rowOf))));
        return;
      }
      const shown = new Map<string, number>();
      const began = Date.now();
      await repeat(session, 2_000, async () => {
        const now = Date.now();
        const from = since ?? new Date(Math.max(began, now - lateness)).toISOString();
        for (const event of (await newest(from, 10_000)).reverse()) {
          if (shown.has(event.id)) continue;
          shown.set(event.id, now);
          terminal.result(event, () =>
            rowOf(event)
              .map((cell) => printableLine(cell ?? ""))
              .join("  "),
          );
        }
        // Every request with --since starts at that time, so shown events must be remembered. Without --since, older
        // events can't appear again.
        if (since === undefined) for (const [id, at] of shown) if (at < now - 2 * lateness) shown.delete(id);
      });
    });
}

const heads = ["detected at", "type", "subject", "instance", "id", "changes"];

function rowOf({ detectedAt, type, subject, instance, id, changes = [] }: Event): (string | undefined)[] {
  return [detectedAt, type, `${subject.type}/${subject.id}`, instance, id, changes.map(({ field }) => field).join(" ")];
}

async function* newestOf(api: ApiClient, instance: string, since: string | undefined, isWanted: (e: Event) => boolean) {
  // The end is in the future, because by default the list ends a minute ago.
  const until = new Date(Date.now() + 60_000).toISOString();
  const query = { instance, order: "newest", until, ...(since !== undefined && { since }), limit: 200 } as const;
  const read = (cursor: string | undefined) =>
    answerOf(api.GET("/v1/events", { params: { query: { ...query, ...after(cursor) } } }));
  for await (const event of everyPage(read)) if (isWanted(event)) yield event;
}

import { type Command, Option } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import type { ApiClient } from "../../api-client/create-api-client.ts";
import { eventOf } from "../client/event-of.ts";
import { type Event, eventsOf, type WantedEvents } from "../client/events-of.ts";
import { command } from "../command.ts";
import { instantOption, listed, recordOption, wholeNumber } from "../option-values.ts";
import { repeat, type Session } from "../session.ts";
import { tableOf } from "../terminal/table.ts";

/** Each look starts this far back (ms), because an event is published some time after its detection. */
const lateness = 120_000;

export function addEvents(program: Command, session: Session): void {
  const { terminal } = session;
  command(program, "events", "list published events, or follow new ones")
    .option("--instance <name>", "only this instance (default: all)")
    .option("--events <types...>", "only these types: person.created, person.*, *")
    .option(
      "--since <instant>",
      "only events detected at or after this time: 2026-11-21T09:00:00Z, or 15m",
      instantOption,
    )
    .option("--until <instant>", "only events detected before this time", instantOption)
    .option("--subject <record>", "only events of this record: person/k2Jm", recordOption)
    .addOption(new Option("--order <order>", "which events come first").choices(["newest", "oldest"]).default("newest"))
    .option("--limit <n>", "maximum number of events", wholeNumber(1, 10_000), 50)
    .addOption(new Option("--event <id>", "show this event").conflicts("follow"))
    .option("--body", "print each event as JSON instead of a row")
    .option("--follow", "keep running, and print each event when it is published")
    .addHelpText(
      "after",
      "\nThis is for inspection. To receive every event, use a subscription: feedhook listen --help",
    )
    .action(async ({ events: types = [], limit, event, body, follow, ...given }) => {
      const api = session.api();
      const inWords = body === true ? bodiesOf : rowsOf;
      if (event !== undefined) {
        const found = await eventOf(api, event, given.instance);
        terminal.result(found, () => bodiesOf([found]));
        return;
      }
      const { instance, ...range } = given;
      const wanted = { ...range, instances: instance === undefined ? undefined : [instance], types: listed(types) };
      if (follow !== true) {
        const found = await eventsOf(api, wanted, limit);
        terminal.result(found, () => (found.length === 0 ? "No events match." : inWords(found)));
        return;
      }
      await followEvents(session, api, wanted, (one) => {
        terminal.result(one, () => (body === true ? bodiesOf([one]) : rowOf(one).map(printableLine).join("  ")));
      });
    });
}

/** The most events that one look of `--follow` reads, because all are in memory. */
const mostOfLook = 10_000;

/** Prints each event once: those detected from now on or, with `since`, at or after that time. */
async function followEvents(session: Session, api: ApiClient, wanted: WantedEvents, print: (event: Event) => void) {
  const shown = new Map<string, number>();
  let from = wanted.since ?? new Date().toISOString();
  await repeat(session, 2_000, async () => {
    const now = Date.now();
    const found = await eventsOf(api, { ...wanted, since: from, order: "oldest" }, mostOfLook);
    for (const event of found) {
      if (shown.has(event.id)) continue;
      shown.set(event.id, now);
      print(event);
    }
    from = nextStart(from, found.length < mostOfLook ? undefined : found.at(-1)?.detectedAt, now);
    // Later requests don't return events that were shown long ago.
    for (const [id, at] of shown) if (at < now - 2 * lateness) shown.delete(id);
  });
}

/** `last`: when the last event of this look was detected, if the look ended at `mostOfLook` events. */
export function nextStart(from: string, last: string | undefined, now: number): string {
  return last ?? new Date(Math.max(Date.parse(from), now - lateness)).toISOString();
}

const heads = ["detected at", "type", "subject", "instance", "id", "changes"];

const rowsOf = (events: readonly Event[]): string => tableOf(heads, events.map(rowOf));
const bodiesOf = (events: readonly object[]): string => events.map((one) => JSON.stringify(one, null, 2)).join("\n");

function rowOf({ detectedAt, type, subject, instance, id, changes = [] }: Event): string[] {
  return [detectedAt, type, `${subject.type}/${subject.id}`, instance, id, changes.map(({ field }) => field).join(" ")];
}

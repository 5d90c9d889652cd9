import * as z from "zod";
import type { Context } from "../kernel/context.ts";
import { EngineUnavailableError } from "../kernel/errors.ts";
import { parseStored } from "../kernel/parse.ts";
import type { EventBus } from "../kernel/ports/event-bus.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import type { QueueSender } from "../kernel/ports/queue.ts";
import type { Item, Key, Scanned, Table, TableScanner } from "../kernel/ports/table.ts";
import { hasChangeLog, type MirrorItem, mirrorItem } from "../mirror/mirror-item.ts";
import type { EventStore } from "./event-store.ts";
import { storedEventsFrom } from "./events-from.ts";
import { publishEvents } from "./publish-changes.ts";
import { readEvents } from "./read-events.ts";
import type { StoredEvent } from "./stored-event.ts";

/** A message in the `recover` queue: check the mirror, from `after` on, for events that were never published. */
export const republishMessage = z.object({
  kind: z.literal("republish"),
  /** When this run through the mirror began (unix ms). */
  startedAt: z.int(),
  /** The last key that earlier messages of this run covered; absent in the first message. */
  after: z.object({ pk: z.string(), sk: z.string() }).exactOptional(),
});
type RepublishMessage = z.infer<typeof republishMessage>;

/** Changes observed at or after `from` and before `until` (unix ms, our clock). */
type ObservedWithin = { readonly from: number; readonly until: number };

/**
 * Erased events don't count as missing. An event's key depends only on its change, so the event can be rebuilt from the
 * change log and looked up in the store, without the change stream. A removal event that is rebuilt this way has no
 * `data`, because only the change stream had the record's last state.
 */
async function missingEvents(
  items: readonly Item[],
  within: ObservedWithin,
  { store, logger }: { readonly store: EventStore; readonly logger: Logger },
): Promise<readonly StoredEvent[]> {
  const expected = items.flatMap((item) => {
    try {
      return eventsOf(item, within);
    } catch (error) {
      // One unreadable item must not stop the check of the others.
      logger.error("republish.unreadable", error, { pk: item.pk, sk: item.sk });
      return [];
    }
  });
  const stored = await readEvents(
    store,
    expected.map(({ envelope }) => envelope),
  );
  return expected.filter(({ envelope: { id } }) => {
    const result = stored.get(id);
    if (result?.status !== "rejected") return result?.value === undefined;
    // The event is stored, so it isn't missing. An error here would end every nightly run at the same corrupt event.
    logger.error("republish.unreadable", result.reason, { eventId: id });
    return false;
  });
}

function eventsOf(stored: Item, within: ObservedWithin): StoredEvent[] {
  if (!hasChangeLog(stored)) return [];
  const item: MirrorItem = parseStored(mirrorItem, stored, `mirror item ${stored.pk}`);
  const { forgetBelow = 0 } = item;
  const changeLog = item.changeLog.filter(
    ({ seq, observedAt }) => seq >= forgetBelow && observedAt >= within.from && observedAt < within.until,
  );
  return storedEventsFrom(undefined, { ...item, changeLog });
}

type Parts = Context & {
  readonly mirror: TableScanner;
  /** The `events` table, which also stores when the last run began (pk `republish`, sk `state`). */
  readonly events: Table;
  readonly store: EventStore;
  readonly bus: EventBus;
  readonly recover: QueueSender;
};

const stateKey: Key = { pk: "republish", sk: "state" };
const state = z.object({ startedAt: z.int() });

const perScan = 500;

/** After this time (ms), the work continues in a new message, because a Lambda function's time is limited. */
const longest = 20_000;

/**
 * Publishes the events of changes that the change stream never delivered, because a stream record ran out of retries,
 * the stream was trimmed after a day-long failure, or the mirror was restored from a backup. A change log keeps only a
 * record's newest changes, so the events of older changes can't be recovered.
 */
export class Republisher {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Begins a run unless one began less than one `republishPeriod` ago. */
  async sweep(): Promise<void> {
    const { events, recover, clock, timings } = this.#parts;
    const startedAt = clock.now();
    const due = startedAt - timings.republishPeriod;
    const stored = await events.get(stateKey);
    if (stored !== undefined && parseStored(state, stored, "republishing state").startedAt > due) return;
    // The message is sent before the state is written. A crash in between causes an extra run, not a missing one.
    await recover.send([messageOf({ startedAt })]);
    const when = [{ attribute: "startedAt", is: "absentOrAtMost", value: due } as const];
    await events.put([{ item: { ...stateKey, startedAt }, when }]);
  }

  /**
   * Changes younger than `republishAge` are left to the change stream, which may still deliver them. Throws if a table,
   * the queue or the bus is unavailable, or if the bus refuses an event. The message is then received again, and events
   * that were already stored are skipped.
   */
  async run({ startedAt, after }: RepublishMessage): Promise<void> {
    const { mirror, recover, clock, logger, timings } = this.#parts;
    const within = { from: startedAt - timings.republishReach, until: startedAt - timings.republishAge };
    const where = { attribute: "observedAt", atLeast: within.from };
    const beganAt = clock.now();
    let part: Scanned = { items: [], next: after };
    do {
      part = await mirror.scan({ where, limit: perScan, ...(part.next && { after: part.next }) });
      await this.#publishMissing(part, within);
    } while (part.next !== undefined && clock.now() - beganAt < longest);
    if (part.next === undefined) logger.info("republish.done", { startedAt });
    else await recover.send([messageOf({ startedAt, after: part.next })]);
  }

  async #publishMissing({ items }: Scanned, within: ObservedWithin): Promise<void> {
    const { store, logger, metrics } = this.#parts;
    const missing = await missingEvents(items, within, this.#parts);
    if (missing.length === 0) return;
    // Unlike publishing from the stream, this puts events on the bus first and then stores them. If an event were
    // stored first and then didn't reach the bus, it would no longer count as missing.
    const refused = await publishEvents(missing, this.#parts);
    const published = missing.filter(({ envelope }) => !refused.includes(envelope.id));
    await store.put(published);
    logger.warn("republish.published", { events: published.length, first: published[0]?.envelope.id });
    metrics.record("events.republished", published.length);
    if (refused.length > 0) throw new EngineUnavailableError(`events refused by the bus: ${refused.length}`);
  }
}

function messageOf(message: Omit<RepublishMessage, "kind">) {
  const body: RepublishMessage = { kind: "republish", ...message };
  return { body: JSON.stringify(body) };
}

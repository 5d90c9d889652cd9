import * as z from "zod";
import { EngineUnavailableError } from "../../kernel/errors.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { EventBus } from "../../kernel/ports/event-bus.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import type { Metrics } from "../../kernel/ports/metrics.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import type { Key, Scanned, Table, TableScanner } from "../../kernel/ports/table.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { EventStore } from "../event-store.ts";
import { publishEvents } from "../publish-events.ts";
import { missingEvents } from "./missing-events.ts";
import type { RepublishMessage } from "./republish-message.ts";

export type RepublisherParts = {
  readonly mirror: TableScanner;
  /** The `events` table, which also knows when the last look began (pk `republish`, sk `state`). */
  readonly events: Pick<Table, "get" | "put">;
  readonly store: Pick<EventStore, "getMany" | "put">;
  readonly bus: EventBus;
  /** The queue that brings these messages. */
  readonly recover: QueueSender;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly timings: Pick<Timings, "republishPeriod" | "republishReach" | "republishAge">;
};

const stateKey: Key = { pk: "republish", sk: "state" };
const state = z.object({ startedAt: z.int() });

/** Items looked at in one request, and for how long (ms) one message goes on: a function's time is limited. */
const perScan = 500;
const longest = 20_000;

/**
 * Makes up for what the change stream never brought: a record that ran out of retries, a stream trimmed after a day of
 * trouble, a table restored from a backup. Nightly it looks through the mirror, where all that was told lately stands,
 * and publishes what has no row in `events`.
 */
export class Republisher {
  readonly #parts: RepublisherParts;

  constructor(parts: RepublisherParts) {
    this.#parts = parts;
  }

  /** Begins a look through the mirror when the last one began a period ago. */
  async sweep(): Promise<void> {
    const { events, recover, clock, timings } = this.#parts;
    const startedAt = clock.now();
    const due = startedAt - timings.republishPeriod;
    const stored = await events.get(stateKey);
    if (stored !== undefined && parseStored(state, stored, "state of republishing").startedAt > due) return;
    // Sent before it is noted: of a crash between the two comes a second look, never none.
    await recover.send([messageOf({ startedAt })]);
    const when = [{ attribute: "startedAt", is: "absentOrAtMost", value: due } as const];
    await events.put([{ item: { ...stateKey, startedAt }, when }]);
  }

  /**
   * One part of a look. Young tales are left to the stream, which may be behind. Throws where table or bus can't answer:
   * the message comes again, and what was made up for is found standing.
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

  async #publishMissing({ items }: Scanned, within: Parameters<typeof missingEvents>[1]): Promise<void> {
    const { store, logger, metrics } = this.#parts;
    const missing = await missingEvents(items, within, this.#parts);
    if (missing.length === 0) return;
    // The other way round from the stream's: a row whose bus message was lost would never be looked for again.
    const refused = await publishEvents(missing, this.#parts);
    const made = missing.filter(({ envelope }) => !refused.includes(envelope.id));
    await store.put(made);
    logger.warn("republish.made_up", { events: made.length, first: made[0]?.envelope.id });
    metrics.record("events.republished", made.length);
    if (refused.length > 0) throw new EngineUnavailableError(`the bus refused ${refused.length} events`);
  }
}

function messageOf(message: Omit<RepublishMessage, "kind">) {
  const body: RepublishMessage = { kind: "republish", ...message };
  return { body: JSON.stringify(body) };
}

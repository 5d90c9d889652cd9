import { type EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { ItemTooLargeError } from "../../kernel/errors.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { BusEntry, EventBus } from "../../kernel/ports/event-bus.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import { busRule } from "../../kernel/topology.ts";
import { asEngineFault, isRetryable } from "./engine-fault.ts";
import { inBatches } from "./in-batches.ts";
import { inParallel } from "./in-parallel.ts";
import { type RetryParts, repeatRefused } from "./retries.ts";

const limits = { count: 10, bytes: 1_000_000 };
const entryLimit = 256 * 1024;
const requestsAtOnce = 8;
/** Error codes of entries that the bus refuses only temporarily. */
const passingCodes: ReadonlySet<string | undefined> = new Set([
  "InternalException",
  "InternalFailure",
  "ThrottlingException",
  "ServiceUnavailable",
]);

/**
 * After this time (ms), nothing more is sent or retried: the publish function ends after 60 s, and it also writes to
 * tables. The remaining entries count as refused, and the change stream delivers them again.
 */
const patience = 30_000;

export type EventBridgeBusParts = Pick<RetryParts, "sleeper" | "randomness"> & {
  readonly clock: Clock;
  readonly client: EventBridgeClient;
  readonly busName: string;
  readonly logger: Logger;
};

export class EventBridgeBus implements EventBus {
  readonly #parts: EventBridgeBusParts;

  constructor(parts: EventBridgeBusParts) {
    this.#parts = parts;
  }

  async publish(entries: readonly BusEntry[]): Promise<{ readonly refused: readonly string[] }> {
    for (const { id, detail } of entries) {
      const size = Buffer.byteLength(detail);
      if (size > entryLimit) throw new ItemTooLargeError(`event ${id} has ${size} bytes`);
    }
    const until = this.#parts.clock.now() + patience;
    const inTime = () => this.#parts.clock.now() < until;
    const refused = await inParallel(requestsAtOnce, inBatches(entries, limits, sizeOf), (pack) =>
      inTime() ? this.#publishPack(pack, inTime) : Promise.resolve(pack.map(({ id }) => id)),
    );
    return { refused: refused.flat() };
  }

  async #publishPack(pack: readonly BusEntry[], inTime: () => boolean): Promise<readonly string[]> {
    const refusedForGood: string[] = [];
    const attempt = async (entries: readonly BusEntry[]) => {
      const codes = await this.#put(entries);
      for (const [position, { id }] of entries.entries()) {
        const code = codes[position];
        if (code !== undefined && !passingCodes.has(code)) {
          refusedForGood.push(id);
          this.#parts.logger.warn("bus.refused", { id, code });
        }
      }
      return entries.filter((_, position) => passingCodes.has(codes[position]));
    };
    const left = await repeatRefused(pack, attempt, { ...this.#parts, inTime });
    return [...refusedForGood, ...left.map(({ id }) => id)];
  }

  /**
   * Returns each entry's error code, or undefined if the bus accepted the entry. A failed request that may succeed
   * later counts as a temporary refusal of all its entries.
   */
  async #put(entries: readonly BusEntry[]): Promise<readonly (string | undefined)[]> {
    const { client, busName } = this.#parts;
    const Entries = entries.map(({ type, time, detail }) => ({
      EventBusName: busName,
      Source: busRule.source,
      DetailType: type,
      Time: new Date(time),
      Detail: detail,
    }));
    try {
      const { Entries: results = [] } = await client.send(new PutEventsCommand({ Entries }));
      // An entry without a result may have been lost, so it counts as refused.
      return entries.map((_, position) => resultCode(results[position]));
    } catch (error) {
      if (!isRetryable(error)) throw asEngineFault(busName, error);
      return entries.map(() => "ServiceUnavailable");
    }
  }
}

function resultCode(result: { EventId?: string | undefined; ErrorCode?: string | undefined } | undefined) {
  return result?.EventId === undefined ? (result?.ErrorCode ?? "InternalFailure") : undefined;
}

/** EventBridge's rule for sizes: 14 bytes for the time, plus the other fields in UTF-8. */
function sizeOf({ type, detail }: BusEntry): number {
  return 14 + Buffer.byteLength(busRule.source) + Buffer.byteLength(type) + Buffer.byteLength(detail);
}

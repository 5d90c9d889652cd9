import * as z from "zod";
import type { TableContext } from "../kernel/context.ts";
import { ContentionError } from "../kernel/errors.ts";
import { parseStored } from "../kernel/parse.ts";
import { absent, type Condition, type Key } from "../kernel/ports/table.ts";
import { retryOnConflict } from "../kernel/retry-on-conflict.ts";

/** `until`: when the place becomes free (unix ms), even if the request doesn't give it back. */
const lease = z.object({ partner: z.string(), until: z.int() });
type Lease = z.infer<typeof lease>;

const waitingItem = z.object({ leases: z.array(lease), rev: z.int() });

/**
 * `list`: the sort key of the item that lists the requests with a place. `inAll`: the places of all partners together.
 */
type Places = { readonly list: string; readonly ofPartner: number; readonly inAll: number };

/** The places for requests that wait for new data: half of the workers that are reserved for the API. */
export const waitingPlaces: Places = { list: "all", ofPartner: 5, inAll: 25 };

/** The places for requests that spend seconds on counting, such as previews of replays. */
export const countingPlaces: Places = { list: "counting", ofPartner: 2, inAll: 10 };

/** A request ends at most this long (ms) after its `until`. Its place is kept for this time. */
const grace = 5_000;

/** No request waits longer than this (ms). A lease that ends later comes from a clock that was ahead. */
const longestWait = 60_000;

/**
 * After a slow poll, the pause is `pausePerPoll` times the duration of that poll, up to `longestPause` (ms). Without
 * this, a request whose polls each read thousands of leased rows would hold up other partners' requests.
 */
const pausePerPoll = 50;
const longestPause = 5_000;

/**
 * Limits how many requests wait for new data or spend seconds on counting, across all workers (`subscriptions` table,
 * pk `waiting-requests`). On AWS, each request keeps a worker busy, so without a limit, one key could take all workers.
 */
export class WaitingRequests {
  readonly #parts: TableContext;

  constructor(parts: TableContext) {
    this.#parts = parts;
  }

  /**
   * Polls every `lookEvery` ms, or less often if a poll is slow, until `look` finds something or `until` (unix ms) has
   * passed. If too many requests are already waiting, polls only once. Returns undefined if nothing was found.
   */
  async wait<T>(
    partner: string,
    { until, lookEvery }: { readonly until: number; readonly lookEvery: number },
    look: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const { clock, sleeper } = this.#parts;
    let took = 0;
    const poll = async () => {
      const begunAt = clock.now();
      const result = await look();
      took = clock.now() - begunAt;
      return result;
    };
    let found = await poll();
    if (found !== undefined || clock.now() >= until) return found;
    return this.inPlace(waitingPlaces, { partner, until }, async () => {
      // Each pause shortens `left` by at least its own length, so setting the clock back doesn't lengthen the wait.
      for (let left = until - clock.now(); found === undefined && left > 0; ) {
        const pause = Math.min(Math.max(lookEvery, Math.min(took * pausePerPoll, longestPause)), left);
        await sleeper.sleep(pause);
        left = Math.min(left - pause, until - clock.now());
        found = await poll();
      }
      return found;
    });
  }

  /** Undefined if no place is free. The request ends at about `until` (unix ms). */
  async inPlace<T>(places: Places, { partner, until }: Lease, work: () => Promise<T>): Promise<T | undefined> {
    const taken = await this.#take(places, { partner, until: until + grace });
    if (taken === undefined) return undefined;
    try {
      return await work();
    } finally {
      await this.#giveBack(places, taken);
    }
  }

  async #take({ list, ofPartner, inAll }: Places, wanted: Lease): Promise<Lease | undefined> {
    try {
      return await retryOnConflict("the list of waiting requests", async () => {
        const { leases, rev } = await this.#read(list);
        const now = this.#parts.clock.now();
        const live = leases.filter(({ until }) => until > now && until <= now + longestWait + grace);
        const own = live.filter(({ partner }) => partner === wanted.partner);
        if (live.length >= inAll || own.length >= ofPartner) return undefined;
        return (await this.#write(list, [...live, wanted], rev)) ? wanted : "conflict";
      });
    } catch (failure) {
      // If other requests keep changing the item first, too many requests are waiting.
      if (failure instanceof ContentionError) return undefined;
      throw failure;
    }
  }

  async #giveBack({ list }: Places, taken: Lease): Promise<void> {
    try {
      await retryOnConflict("the list of waiting requests", async () => {
        const { leases, rev } = await this.#read(list);
        const at = leases.findIndex(({ partner, until }) => partner === taken.partner && until === taken.until);
        if (at === -1) return "gone";
        return (await this.#write(list, leases.toSpliced(at, 1), rev)) ? "given back" : "conflict";
      });
    } catch (failure) {
      // The place becomes free anyway. The request must get its response, because the events that it pulled may be
      // leased to it.
      this.#parts.logger.warn("waiting_requests.lease_kept", { partner: taken.partner, reason: String(failure) });
    }
  }

  async #read(list: string): Promise<{ readonly leases: readonly Lease[]; readonly rev: number }> {
    const item = await this.#parts.table.get(keyOf(list));
    return item === undefined ? { leases: [], rev: 0 } : parseStored(waitingItem, item, "waiting requests");
  }

  async #write(list: string, leases: readonly Lease[], rev: number): Promise<boolean> {
    const when: Condition = rev === 0 ? absent : [{ attribute: "rev", is: "equal", value: rev }];
    const [outcome] = await this.#parts.table.put([
      { item: { ...keyOf(list), leases: [...leases], rev: rev + 1 }, when },
    ]);
    return outcome === "written";
  }
}

function keyOf(list: string): Key {
  return { pk: "waiting-requests", sk: list };
}

import * as z from "zod";
import { parseStored } from "../kernel/parse.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { Key, Table } from "../kernel/ports/table.ts";

const outageItem = z.object({
  /**
   * `since`: when the first request without a usable response began. `lastAt`: when the last such request ended (unix
   * ms, our clock).
   */
  since: z.int(),
  lastAt: z.int(),
  /** The method and the URL without its query. */
  asked: z.string(),
  fault: z.string(),
});
export type SourceOutage = z.infer<typeof outageItem>;

/** `fault` is undefined if the response was usable. `startedAt` is in unix ms of our clock. */
export type ObservedExchange = {
  readonly asked: string;
  readonly startedAt: number;
  readonly fault: string | undefined;
};

/** `changed`: the fault differs from the noted one. */
export type OutageChange =
  | { readonly outcome: "none" }
  | { readonly outcome: "began" | "changed" | "goesOn" | "over"; readonly outage: SourceOutage };

/** How often (ms) a process writes the time of the last try, and checks for an outage that another process noted. */
const every = 60_000;

type Watched = {
  failing?: SourceOutage;
  answeredAt: number;
  /** The outage, as this process last wrote it to the table. */
  noted?: SourceOutage | undefined;
  lookedAt: number;
};

/**
 * Stores for each instance whether the source responds (`feeds` table, pk `<instance>#plan`, sk `outage`). A poll
 * without any usable response begins an outage. A later poll ends the outage if that poll's last request gets a usable
 * response. A process that didn't note the outage may take {@link every} ms to end it.
 */
export class SourceOutages {
  readonly #table: Table;
  readonly #clock: Clock;
  readonly #watched = new Map<string, Watched>();

  constructor(table: Table, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  async of(instance: string): Promise<SourceOutage | undefined> {
    const item = await this.#table.get(keyOf(instance));
    return item === undefined ? undefined : parseStored(outageItem, item, `outage of ${instance}`);
  }

  observe(instance: string, { asked, startedAt, fault }: ObservedExchange): void {
    const watched = this.#of(instance);
    if (fault === undefined) {
      watched.answeredAt = this.#clock.now();
      delete watched.failing;
      return;
    }
    const since = watched.failing?.since ?? startedAt;
    watched.failing = { since, lastAt: this.#clock.now(), asked, fault };
  }

  /** Called at the end of a poll that began at `beganAt` (unix ms). */
  async settle(instance: string, beganAt: number): Promise<OutageChange> {
    const watched = this.#of(instance);
    const { failing, answeredAt } = watched;
    if (failing === undefined) return answeredAt < beganAt ? { outcome: "none" } : this.#answers(instance, watched);
    // If at least one request in this poll got a usable response, the source is up, and feeds report their own
    // failures. Failures before the poll don't count.
    if (answeredAt >= beganAt || failing.lastAt < beganAt) return { outcome: "none" };
    const { noted } = watched;
    const isRecent = noted !== undefined && failing.lastAt - noted.lastAt < every;
    const before = isRecent ? noted : await this.of(instance);
    // If another process ended the noted outage, the failures before this poll belong to that outage.
    const isNext = noted !== undefined && before?.since !== noted.since;
    const began = isNext ? beganAt : failing.since;
    const since = Math.min(began, before?.since ?? began);
    if (isNext) watched.failing = { ...failing, since };
    const outage = { ...failing, since };
    if (before === undefined || before.fault !== outage.fault || outage.lastAt - before.lastAt >= every) {
      await this.#table.put([{ item: { ...keyOf(instance), ...outage } }]);
      watched.noted = outage;
    }
    if (before === undefined) return { outcome: "began", outage };
    return { outcome: before.fault === outage.fault ? "goesOn" : "changed", outage };
  }

  async #answers(instance: string, watched: Watched): Promise<OutageChange> {
    const now = this.#clock.now();
    if (watched.noted === undefined && now - watched.lookedAt < every) return { outcome: "none" };
    watched.lookedAt = now;
    const outage = await this.of(instance);
    watched.noted = undefined;
    if (outage === undefined) return { outcome: "none" };
    await this.#table.remove(keyOf(instance));
    return { outcome: "over", outage };
  }

  #of(instance: string): Watched {
    const known = this.#watched.get(instance);
    if (known !== undefined) return known;
    const fresh: Watched = { answeredAt: Number.NEGATIVE_INFINITY, lookedAt: Number.NEGATIVE_INFINITY };
    this.#watched.set(instance, fresh);
    return fresh;
  }
}

const keyOf = (instance: string): Key => ({ pk: `${instance}#plan`, sk: "outage" });

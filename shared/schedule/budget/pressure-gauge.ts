import * as z from "zod";
import { parseStored } from "../../kernel/parse.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Key, Table } from "../../kernel/ports/table.ts";

const pressureItem = z.object({ throttledAt: z.int(), holdUntil: z.int() });
/** When the source last refused for load, and until when it asked to be left alone (unix ms, our clock). */
export type Pressure = z.infer<typeof pressureItem>;

/** However long a `Retry-After` is, we look again after this: it may come from a proxy that is long healthy. */
const longestHold = 15 * 60_000;

/** Where workers tell the tick that the source is overloaded (`feeds` table, pk `<instance>#plan`, sk `pressure`). */
export class PressureGauge {
  readonly #table: Pick<Table, "update" | "get">;
  readonly #clock: Clock;
  readonly #told = new Map<string, number>();

  constructor(table: Pick<Table, "update" | "get">, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  /** Writes at most once a second and process: a storm of refusals must not become a storm of writes. */
  async tell(instance: string, retryAfterMs: number | undefined): Promise<void> {
    const now = this.#clock.now();
    if (now - (this.#told.get(instance) ?? Number.NEGATIVE_INFINITY) < 1_000) return;
    this.#told.set(instance, now);
    const holdUntil = now + Math.min(retryAfterMs ?? 0, longestHold);
    await this.#table.update({ key: keyOf(instance), set: { throttledAt: now, holdUntil } });
  }

  async of(instance: string): Promise<Pressure | undefined> {
    const item = await this.#table.get(keyOf(instance));
    return item === undefined ? undefined : parseStored(pressureItem, item, `pressure on ${instance}`);
  }
}

const keyOf = (instance: string): Key => ({ pk: `${instance}#plan`, sk: "pressure" });

import type { Received } from "../../../shared/delivery/attempt/attempt-answer.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import { around } from "../../support/around.ts";
import type { DeliveryWorld } from "./delivery-world.ts";

/**
 * The fault: the table or queue operation from which it starts, for how many, whether their effect stays, and whether
 * the process dies of it.
 */
type Fault = { readonly at: number; readonly length: number; readonly stands: boolean; readonly dies: boolean };

/** The world's process, whose tables and queue fail as planned; after it died, the next call finds another. */
export class FaultyMachine {
  readonly #world: DeliveryWorld;
  readonly #faults: readonly Fault[];
  /** Attempts whose response is stored: event and number. */
  readonly recorded = new Set<string>();
  /** The number of requested operations. */
  operations = 0;
  #dead = false;

  constructor(world: DeliveryWorld, faults: readonly Fault[]) {
    this.#world = world;
    this.#faults = faults;
    around(world.deliveries, "put", (put) => async (puts) => {
      const outcomes = await put(puts);
      for (const { item } of puts.filter((_, at) => outcomes[at] === "written")) {
        const { attempts, claimedAt, event, attempt } = item;
        const isRecorded = Array.isArray(attempts) && attempts.length > 0 && claimedAt === undefined;
        if (isRecorded && typeof event === "string") this.recorded.add(`${event} ${Number(attempt)}`);
      }
      return outcomes;
    });
    for (const table of [world.deliveries, world.subscriptions]) {
      table.get = this.#faulty(table.get.bind(table));
      table.put = this.#faulty(table.put.bind(table));
      table.update = this.#faulty(table.update.bind(table));
      table.remove = this.#faulty(table.remove.bind(table));
      table.query = this.#faulty(table.query.bind(table));
    }
    world.deliverSlow.send = this.#faulty(world.deliverSlow.send.bind(world.deliverSlow));
    world.deliver.send = this.#faulty(world.deliver.send.bind(world.deliver));
  }

  async run(batch: readonly Received[]): Promise<readonly string[]> {
    try {
      return await this.#world.run(...batch);
    } catch {
      return batch.map(() => "rejected");
    } finally {
      this.#revive();
    }
  }

  async sweep(): Promise<void> {
    try {
      await this.#world.sweep();
    } catch {
      // The next one does the rest.
    } finally {
      this.#revive();
    }
  }

  #revive(): void {
    if (this.#dead) this.#world.restarted();
    this.#dead = false;
  }

  #faulty<A extends unknown[], R>(call: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
    return async (...args) => {
      if (this.#dead) throw new Error("dead");
      const operation = this.operations;
      this.operations += 1;
      const fault = this.#faults.find(({ at, length }) => at <= operation && operation < at + length);
      if (fault === undefined) return call(...args);
      this.#dead = fault.dies;
      if (fault.stands) await call(...args);
      throw new EngineUnavailableError("a fault");
    };
  }
}

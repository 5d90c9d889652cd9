import { LocalBus } from "../../../shared/adapters/local/local-bus.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import type { BusEntry, EventBus } from "../../../shared/kernel/ports/event-bus.ts";
import type { QueueSender } from "../../../shared/kernel/ports/queue.ts";
import type { Ground } from "./ground.ts";

/** A bus that refuses single entries, fails after accepting some of them, and keeps no order. */
export class UnkindBus implements EventBus {
  readonly #ground: Ground;
  readonly #taking: LocalBus;
  readonly #onEntry: (entry: BusEntry) => void;

  constructor(ground: Ground, fanout: QueueSender, onEntry: (entry: BusEntry) => void) {
    this.#ground = ground;
    this.#taking = new LocalBus(fanout);
    this.#onEntry = onEntry;
  }

  async publish(entries: readonly BusEntry[]): Promise<{ readonly refused: readonly string[] }> {
    const refused = entries.filter(() => this.#ground.strikes("refusedEntry"));
    const taken = this.#ground.shuffled(entries.filter((entry) => !refused.includes(entry)));
    const fails = this.#ground.strikes("partialPut");
    const reached = fails ? taken.slice(0, this.#ground.below(taken.length + 1)) : taken;
    await this.#taking.publish(reached);
    for (const entry of reached) this.#onEntry(entry);
    if (refused.length > 0) this.#ground.trace.note("bus", `refuses ${refused.map(({ id }) => id).join(" ")}`);
    if (fails) {
      this.#ground.trace.note("bus", `takes ${reached.length} of ${entries.length} entries and fails`);
      throw new EngineUnavailableError("the bus failed");
    }
    return { refused: refused.map(({ id }) => id) };
  }
}

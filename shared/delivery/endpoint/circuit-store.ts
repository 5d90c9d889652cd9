import { ContentionError } from "../../kernel/errors.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Change, Condition, Table } from "../../kernel/ports/table.ts";
import { closedCircuit, disabledCircuit, type EndpointCircuit, newCircuit } from "./endpoint-circuit.ts";
import { dueShard, type EndpointId, type EndpointItem, endpointKey, limitsKey, readEndpoint } from "./endpoint-item.ts";

type Parts = {
  /** The `subscriptions` table. */
  readonly table: Pick<Table, "get" | "getAll" | "update" | "remove">;
  readonly clock: Clock;
};

export type CircuitChange = { readonly before: EndpointCircuit; readonly after: EndpointCircuit };

/** Workers of one endpoint race when many of its deliveries fail at once. */
const tries = 12;

/** The health of endpoints, changed by compare-and-set beside the backlog's own attributes. */
export class CircuitStore {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async read(endpoint: EndpointId): Promise<EndpointCircuit> {
    return (await this.#item(endpoint)).health ?? newCircuit;
  }

  /** In the order of `endpoints`. */
  async readAll(endpoints: readonly EndpointId[]): Promise<readonly EndpointCircuit[]> {
    const keys = endpoints.map(endpointKey);
    const items = await this.#parts.table.getAll(keys);
    return keys.map((key, at) => readEndpoint(items[at], key).health ?? newCircuit);
  }

  /** `change` may run again on a newer state; undefined leaves it as it is. Throws ContentionError when it lost too often. */
  async change(
    endpoint: EndpointId,
    change: (health: EndpointCircuit) => EndpointCircuit | undefined,
  ): Promise<CircuitChange> {
    for (let tried = 0; tried < tries; tried += 1) {
      const item = await this.#item(endpoint);
      const before = item.health ?? newCircuit;
      const after = change(before);
      if (after === undefined || (await this.swap(endpoint, item, after))) return { before, after: after ?? before };
    }
    throw new ContentionError(`the health of ${endpoint.subscription} is being changed by others`);
  }

  /** Puts `after` in place of the health of `item`, as it was read. False where somebody was faster. */
  async swap(endpoint: EndpointId, item: EndpointItem, after: EndpointCircuit): Promise<boolean> {
    const { health: before = newCircuit, healthRev } = item;
    const { partner, subscription } = endpoint;
    const when: Condition = [
      healthRev === undefined
        ? { attribute: "healthRev", is: "absent" }
        : { attribute: "healthRev", is: "equal", value: healthRev },
    ];
    const change: Change = {
      key: endpointKey(endpoint),
      set: {
        ...{ partner, subscription, health: after, healthRev: (healthRev ?? 0) + 1 },
        // Another state calls for a look at once: at what it held, or at when to probe.
        ...(before.state === after.state ? {} : { due: this.#parts.clock.now(), dueShard: dueShard(endpoint) }),
      },
      // A drain that read the other state must not settle on it.
      ...(before.state === after.state ? {} : { add: { parkRev: 1 } }),
      when,
    };
    return (await this.#parts.table.update(change)) === "written";
  }

  /** Its owner enabled it, or gave it another address: what was held goes out, whatever was known of it. */
  async resume(endpoint: EndpointId): Promise<void> {
    await this.change(endpoint, (health) =>
      health.state === "healthy" && health.failures === 0 ? undefined : closedCircuit(health, this.#parts.clock.now()),
    );
  }

  /** Its subscription was disabled: messages' clocks stand still from now on. */
  async halt(endpoint: EndpointId): Promise<void> {
    await this.change(endpoint, (health) =>
      health.state === "disabled" ? undefined : disabledCircuit(health, this.#parts.clock.now()),
    );
  }

  /** Its subscription is removed. What was parked goes with its events; who parks now is undone by the next drain. */
  async forget(endpoint: EndpointId): Promise<void> {
    await this.#parts.table.remove(endpointKey(endpoint));
    await this.#parts.table.remove(limitsKey(endpoint));
  }

  async #item(endpoint: EndpointId): Promise<EndpointItem> {
    const key = endpointKey(endpoint);
    return readEndpoint(await this.#parts.table.get(key, { consistent: true }), key);
  }
}

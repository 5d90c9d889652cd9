import type { TableContext } from "../../kernel/context.ts";
import type { Change, Condition } from "../../kernel/ports/table.ts";
import { retryOnConflict } from "../../kernel/retry-on-conflict.ts";
import { disabledCircuit, type EndpointCircuit, healthyCircuit } from "./endpoint-circuit.ts";
import {
  dueShard,
  type EndpointId,
  type EndpointItem,
  endpointKey,
  type LastFailure,
  limitsKey,
  readEndpoint,
  storedCircuit,
  storedFailureOf,
} from "./endpoint-item.ts";

export type CircuitChange = { readonly before: EndpointCircuit; readonly after: EndpointCircuit };

/** Each change is a compare-and-set. A circuit is in the same item as the attributes of its endpoint's backlog. */
export class CircuitStore {
  readonly #parts: TableContext;

  constructor(parts: TableContext) {
    this.#parts = parts;
  }

  async read(endpoint: EndpointId): Promise<EndpointCircuit> {
    return (await this.find(endpoint)).circuit;
  }

  async find(endpoint: EndpointId): Promise<EndpointItem> {
    const key = endpointKey(endpoint);
    return readEndpoint(await this.#parts.table.get(key), key);
  }

  async findAll(endpoints: readonly EndpointId[]): Promise<readonly EndpointItem[]> {
    const keys = endpoints.map(endpointKey);
    const items = await this.#parts.table.getAll(keys);
    return keys.map((key, at) => readEndpoint(items[at], key));
  }

  /**
   * `change` returns the new circuit, or undefined to change nothing. After a conflict, waits for a short random time
   * and calls `change` again with the newer circuit: all workers that post to an endpoint change its circuit. `failure`
   * is stored with the new circuit, unless a newer failure is already stored. Throws {@link ContentionError}.
   *
   * @example await circuits.change(endpoint, (circuit) => withOutcomes(circuit, outcomes, timings));
   */
  change(
    endpoint: EndpointId,
    change: (circuit: EndpointCircuit, lastFailure: LastFailure | undefined) => EndpointCircuit | undefined,
    failure?: LastFailure,
  ): Promise<CircuitChange> {
    return retryOnConflict(
      `the circuit of ${endpoint.subscription}`,
      async () => {
        const item = await this.find(endpoint);
        const { circuit: before, lastFailure } = item;
        const after = change(before, lastFailure);
        if (after === undefined) return { before, after: before };
        return (await this.swap(endpoint, item, after, failure)) ? { before, after } : "conflict";
      },
      this.#parts,
    );
  }

  /** Returns false if another worker has changed the circuit since `item` was read. */
  async swap(
    endpoint: EndpointId,
    item: EndpointItem,
    after: EndpointCircuit,
    failure?: LastFailure,
  ): Promise<boolean> {
    const { circuit: before, circuitRev } = item;
    const { partner, subscription } = endpoint;
    const when: Condition = [
      circuitRev === undefined
        ? { attribute: "healthRev", is: "absent" }
        : { attribute: "healthRev", is: "equal", value: circuitRev },
    ];
    const isNewer = failure !== undefined && failure.at >= (item.lastFailure?.at ?? 0);
    const { set, ...rest } = isNewer ? storedFailureOf(failure) : {};
    const change: Change = {
      ...rest,
      key: endpointKey(endpoint),
      set: {
        ...{ ...set, partner, subscription, health: storedCircuit(after), healthRev: (circuitRev ?? 0) + 1 },
        // After a change of state, work may be due immediately: sending the held deliveries or planning the next probe.
        ...(before.state === after.state ? {} : { due: this.#parts.clock.now(), dueShard: dueShard(endpoint) }),
      },
      // A drain that read the old state must not set the endpoint's due time.
      ...(before.state === after.state ? {} : { add: { parkRev: 1 } }),
      when,
    };
    return (await this.#parts.table.update(change)) === "written";
  }

  /** Closes the circuit, so that a drain sends the held deliveries. */
  async resume(endpoint: EndpointId): Promise<void> {
    await this.change(endpoint, (circuit) =>
      circuit.state === "healthy" && circuit.failures === 0
        ? undefined
        : healthyCircuit(circuit, this.#parts.clock.now()),
    );
  }

  /**
   * Disables the circuit of an endpoint that is no longer served, or closes the circuit of one that is served again.
   * `failure`: the cause, if a failed attempt caused the change.
   */
  async follow(endpoint: EndpointId, isServed: boolean, failure?: LastFailure): Promise<void> {
    const begin = isServed ? healthyCircuit : disabledCircuit;
    const follow = (circuit: EndpointCircuit) =>
      isServed === (circuit.state === "disabled") ? begin(circuit, this.#parts.clock.now()) : undefined;
    await this.change(endpoint, follow, failure);
  }

  /** Removes the response from the endpoint's last failure if that failure concerns `event`, which is being erased. */
  async forgetAnswer(endpoint: EndpointId, event: string): Promise<void> {
    const when: Condition = [{ attribute: "failedEvent", is: "equal", value: event }];
    await this.#parts.table.update({ key: endpointKey(endpoint), remove: ["failureExcerpt"], when });
  }

  /** Makes the endpoint of a deleted subscription due, so that the recovery ends its deliveries and removes it. */
  async forget(endpoint: EndpointId): Promise<void> {
    const { table, clock } = this.#parts;
    await table.update({
      key: endpointKey(endpoint),
      set: { due: clock.now(), dueShard: dueShard(endpoint) },
      // A removal that has already read the item then fails.
      add: { parkRev: 1 },
      // Without this condition, the update would create an endpoint that never existed.
      when: [{ attribute: "partner", is: "present" }],
    });
    await table.remove(limitsKey(endpoint));
  }
}

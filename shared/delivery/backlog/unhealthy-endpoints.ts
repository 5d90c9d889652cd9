import { deliveryMessage } from "../../fanout/delivery-message.ts";
import { defined } from "../../kernel/defined.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { IncomingDelivery } from "../attempt/attempt-answer.ts";
import type { CircuitStore } from "../endpoint/circuit-store.ts";
import { type DisableParts, disableEndpoint } from "../endpoint/disable-endpoint.ts";
import {
  type CircuitStep,
  circuitPhase,
  dueCircuitStep,
  type EndpointCircuit,
  isNewEndpoint,
  newCircuit,
  nextLook,
  withProbe,
} from "../endpoint/endpoint-circuit.ts";
import type { EndpointId, EndpointItem } from "../endpoint/endpoint-item.ts";
import type { EndpointNotices } from "../endpoint/endpoint-notices.ts";
import type { Backlog, BacklogRow } from "./backlog.ts";

type Parts = DisableParts & {
  readonly backlog: Pick<Backlog, "rows" | "remove" | "setDue">;
  readonly circuits: Pick<CircuitStore, "swap">;
  readonly notices: Pick<EndpointNotices, "failing" | "paused">;
  /** A probe may take as long as it needs. */
  readonly deliverSlow: QueueSender;
  readonly clock: Clock;
  readonly timings: Timings;
};

/** Looks after endpoints whose circuit isn't closed: it probes, sends notices, pauses and disables, each at its time. */
export class UnhealthyEndpoints {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** False if the endpoint changed, so that it must be looked at again. */
  async look(endpoint: EndpointId, item: EndpointItem, subscription: Subscription): Promise<boolean> {
    const { backlog, clock, timings } = this.#parts;
    const { circuit = newCircuit, backlogRev } = item;
    const now = clock.now();
    const step = dueCircuitStep(circuit, now, timings);
    if (step !== undefined) {
      if (step.step === "disable") await disableEndpoint(subscription, "unreachable", this.#parts);
      else await this.#take(endpoint, item, step);
      return false;
    }
    const phase = circuitPhase(circuit, now);
    if (phase === "disabled") {
      // Whoever enables the subscription may die before the circuit hears of it, so a look is due now and then.
      const holds = (await probeCandidate(backlog, endpoint.subscription, 0)) !== undefined;
      return backlog.setDue(endpoint, backlogRev, holds ? now + timings.pausedProbe : undefined);
    }
    const isDue = phase === "half-open";
    const isNew = isNewEndpoint(subscription, now, timings);
    if (isDue && (await this.#probe(endpoint, item, circuit, isNew))) return false;
    // If nothing waits that could be a probe, the next row that is added makes the endpoint due at once.
    return backlog.setDue(endpoint, backlogRev, nextLook(circuit, !isDue, timings));
  }

  async #take(
    endpoint: EndpointId,
    item: EndpointItem,
    step: Exclude<CircuitStep, { readonly step: "disable" }>,
  ): Promise<void> {
    const { notices, circuits } = this.#parts;
    // The notice goes first: sent twice it is one event, but noted and never sent it would be lost.
    if (step.step === "notify") await notices.failing(endpoint, step.circuit, step.what, item.lastFailure);
    else await notices.paused(endpoint, step.circuit, item.circuit?.since ?? 0);
    await circuits.swap(endpoint, item, step.circuit);
  }

  /** Sends one delivery of the backlog as a probe. False if nothing waits. */
  async #probe(endpoint: EndpointId, item: EndpointItem, circuit: EndpointCircuit, isNew: boolean): Promise<boolean> {
    const { backlog, circuits, deliverSlow, clock, timings } = this.#parts;
    const row = await probeCandidate(backlog, endpoint.subscription, circuit.probes);
    if (row === undefined) return false;
    // Before the send, so that only one worker probes. If this one dies in between, the next probe makes up for it.
    if (!(await circuits.swap(endpoint, item, withProbe(circuit, clock.now(), timings, isNew)))) return true;
    // While its endpoint was paused or disabled, a delivery didn't age.
    const dueAt = row.held === true ? undefined : row.due + (circuit.stopped - (row.stopped ?? 0));
    const probe = { parked: true, probe: true, slow: true, ...defined({ dueAt }) } as const;
    const message: IncomingDelivery = { ...deliveryMessage.parse(row), ...probe };
    await deliverSlow.send([{ body: JSON.stringify(message), group: endpoint.subscription }]);
    await backlog.remove(row);
    return true;
  }
}

/** A delivery that failed so many probes steps aside: the fault may be in it, not in its endpoint. */
const failedProbes = 3;

/** Rows that are read for a candidate. Those that stepped aside come first, and are few, since probes are. */
const rowsRead = 200;

/**
 * The delivery that an endpoint's next probe sends: the oldest, the newest and the next-oldest take turns, so that one
 * poison event can't keep a healthy endpoint's circuit open. When all have stepped aside, the one that was tried least.
 */
async function probeCandidate(
  backlog: Pick<Backlog, "rows">,
  subscription: string,
  probes: number,
): Promise<BacklogRow | undefined> {
  const turn = probes % 3;
  const rows = backlog.rows(subscription, turn === 1 ? { few: 1, descending: true } : { few: 2 });
  const wanted = turn === 2 ? 2 : 1;
  const fresh: BacklogRow[] = [];
  let leastTried: BacklogRow | undefined;
  let read = 0;
  for await (const row of rows) {
    if ((row.probes ?? 0) < failedProbes) fresh.push(row);
    if (leastTried === undefined || (row.probes ?? 0) < (leastTried.probes ?? 0)) leastTried = row;
    read += 1;
    if (fresh.length === wanted || read === rowsRead) break;
  }
  return fresh.at(-1) ?? leastTried;
}

import { deliveryMessage } from "../../fanout/delivery-message.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { IncomingDelivery } from "../attempt/attempt-answer.ts";
import type { Backlog } from "../backlog/backlog.ts";
import { probeCandidate } from "../backlog/probe-candidate.ts";
import type { CircuitStore } from "./circuit-store.ts";
import { dueCircuitStep, nextLook } from "./circuit-timers.ts";
import { type EndpointCircuit, newCircuit, withProbe } from "./endpoint-circuit.ts";
import type { EndpointId, EndpointItem } from "./endpoint-item.ts";
import type { EndpointNotices } from "./endpoint-notices.ts";
import type { EndpointSwitch } from "./endpoint-switch.ts";

type Parts = {
  readonly backlog: Pick<Backlog, "rows" | "remove" | "settle">;
  readonly health: Pick<CircuitStore, "swap">;
  readonly switch: Pick<EndpointSwitch, "disable">;
  readonly notices: Pick<EndpointNotices, "failing" | "paused">;
  /** A probe may take as long as it needs. */
  readonly deliverSlow: QueueSender;
  readonly clock: Clock;
  readonly timings: Timings;
};

/** Looks after endpoints that are open, paused or disabled: probes, notices, pause and disabling, each at its time. */
export class UnhealthyEndpoints {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** False where the endpoint changed and is to be looked at again. */
  async look(endpoint: EndpointId, item: EndpointItem, subscription: Subscription): Promise<boolean> {
    const { backlog, clock, timings } = this.#parts;
    const { health = newCircuit, parkRev } = item;
    const now = clock.now();
    const step = dueCircuitStep(health, now, timings);
    if (step !== undefined) {
      if (step.step === "disable") await this.#parts.switch.disable(subscription, "unreachable");
      else await this.#take(endpoint, item, step);
      return false;
    }
    if (health.state === "disabled") {
      // Looked at rarely, in case whoever enabled it died before it said so here.
      const held = (await probeCandidate(backlog, endpoint.subscription, 0)) !== undefined;
      return backlog.settle(endpoint, parkRev, held ? now + timings.pausedProbe : undefined);
    }
    const isDue = (health.probeAt ?? 0) <= now;
    if (isDue && (await this.#probe(endpoint, item, health))) return false;
    // Without a candidate the next parking makes it due at once.
    return backlog.settle(endpoint, parkRev, nextLook(health, !isDue, timings));
  }

  async #take(
    endpoint: EndpointId,
    item: EndpointItem,
    step: Exclude<ReturnType<typeof dueCircuitStep>, { readonly step: "disable" } | undefined>,
  ): Promise<void> {
    const { notices, health } = this.#parts;
    // Told before it is noted: told twice is one event, noted and not told would be none.
    if (step.step === "tell") await notices.failing(endpoint, step.health, step.what);
    else await notices.paused(endpoint, step.health, item.health?.since ?? 0);
    await health.swap(endpoint, item, step.health);
  }

  /** Sends one delivery of the backlog. False where nothing waits. */
  async #probe(endpoint: EndpointId, item: EndpointItem, health: EndpointCircuit): Promise<boolean> {
    const { backlog, health: store, deliverSlow, clock, timings } = this.#parts;
    const row = await probeCandidate(backlog, endpoint.subscription, health.probes);
    if (row === undefined) return false;
    // First, so that of several workers one probes; where it dies here, the next probe is one step late.
    if (!(await store.swap(endpoint, item, withProbe(health, clock.now(), timings)))) return true;
    const message: IncomingDelivery = { ...deliveryMessage.parse(row), parked: true, probe: true, slow: true };
    await deliverSlow.send([{ body: JSON.stringify(message), group: endpoint.subscription }]);
    await backlog.remove(row);
    return true;
  }
}

import { deliveryMessage } from "../../fanout/delivery-message.ts";
import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import { mayHave, type PartnerAccess } from "../../partners/partner.ts";
import { type IncomingDelivery, outgoingDelivery } from "../attempt/attempt-answer.ts";
import type { OwnedEndpoint } from "../attempt/endpoint-cache.ts";
import { type CircuitStep, dueCircuitStep, isNewEndpoint, nextLook, withProbe } from "../endpoint/endpoint-circuit.ts";
import type { EndpointId, EndpointItem } from "../endpoint/endpoint-item.ts";
import { type DisableParts, disableEndpoint } from "../endpoint/endpoint-notices.ts";
import { type Backlog, type BacklogRow, dueOf } from "./backlog.ts";

type Parts = Context &
  DisableParts & {
    readonly backlog: Pick<Backlog, "rows" | "remove" | "setDue">;
    readonly deliver: QueueSender;
    /** Carries the probes, because a probe may take a long time. */
    readonly deliverSlow: QueueSender;
  };

/** Takes the steps that are due for an unhealthy endpoint: probes, notices, pausing and disabling. */
export class UnhealthyEndpoints {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns false if the endpoint's item has changed: the caller must then read and check the endpoint again. */
  async look(
    endpoint: EndpointId,
    item: EndpointItem,
    { subscription, access }: Pick<OwnedEndpoint, "subscription" | "access">,
  ): Promise<boolean> {
    const { backlog, clock, timings } = this.#parts;
    const { circuit, backlogRev } = item;
    const now = clock.now();
    const step = dueCircuitStep(circuit, now, timings);
    if (step !== undefined) {
      if (step.step === "disable") await disableEndpoint(subscription, "unreachable", this.#parts);
      else await this.#take(endpoint, item, step);
      return false;
    }
    if (circuit.state === "disabled") {
      // A worker may enable the subscription and die before it closes the circuit. So a disabled endpoint with a
      // backlog is checked regularly.
      const { candidate, revoked } = await rowsToProbe(backlog, 0, access, endpoint);
      const holds = candidate !== undefined || revoked.length > 0;
      return backlog.setDue(endpoint, backlogRev, holds ? now + timings.pausedProbe : undefined);
    }
    const isDue = (circuit.probeAt ?? 0) <= now;
    const isNew = isNewEndpoint(subscription, now, timings);
    if (isDue && (await this.#probe(endpoint, item, access, isNew))) return false;
    // If no row can be a probe, the endpoint becomes due as soon as the next row is added.
    return backlog.setDue(endpoint, backlogRev, nextLook(circuit, !isDue, timings));
  }

  async #take(
    endpoint: EndpointId,
    item: EndpointItem,
    step: Exclude<CircuitStep, { readonly step: "disable" }>,
  ): Promise<void> {
    const { notices, circuits } = this.#parts;
    // The notice is sent before the circuit is stored. Sending it twice is harmless, because both notices have the same
    // event id. If the circuit were stored first and the worker died, the notice would be lost.
    if (step.step === "notify") await notices.failing(endpoint, step.circuit, step.what, item.lastFailure);
    else await notices.paused(endpoint, step.circuit, item.circuit.since);
    await circuits.swap(endpoint, item, step.circuit);
  }

  /** Returns false if the backlog is empty, and true if the endpoint must be checked again. */
  async #probe(endpoint: EndpointId, item: EndpointItem, access: PartnerAccess, isNew: boolean): Promise<boolean> {
    const { backlog, circuits, deliverSlow, clock, timings } = this.#parts;
    const { circuit } = item;
    const { candidate: row, revoked } = await rowsToProbe(backlog, circuit.probes, access, endpoint);
    await this.#giveUp(revoked);
    if (row === undefined) return revoked.length > 0;
    // The circuit is changed before the send, so that only one worker probes. If this worker dies before the send, the
    // next probe replaces this one.
    if (!(await circuits.swap(endpoint, item, withProbe(circuit, clock.now(), timings, isNew)))) return true;
    const dueAt = row.held === true ? undefined : dueOf(row, circuit);
    const probe = { parked: true, probe: true, slow: true, ...defined({ dueAt }) } as const;
    const message: IncomingDelivery = { ...deliveryMessage.parse(row), ...probe };
    await deliverSlow.send([outgoingDelivery(message)]);
    await backlog.remove(row);
    return true;
  }

  /**
   * Queues deliveries that the partner is no longer allowed to receive, so that the sender abandons them. They can't be
   * probes, because the sender doesn't post them.
   */
  async #giveUp(rows: readonly BacklogRow[]): Promise<void> {
    const { deliver, backlog } = this.#parts;
    if (rows.length === 0) return;
    await deliver.send(rows.map((row) => outgoingDelivery({ ...deliveryMessage.parse(row), parked: true })));
    await Promise.all(rows.map((row) => backlog.remove(row)));
  }
}

/** After this many failed probes, a delivery lets others go first: the delivery may be at fault, not its endpoint. */
const failedProbes = 3;

/** The most rows that are read to find a candidate. Deliveries that let others go first are often old, but few. */
const rowsRead = 200;

/**
 * `candidate`: the next probe. The oldest, the newest and the second oldest delivery take turns, so that one poison
 * event can't keep a healthy endpoint's circuit open. If all rows that were read have too many failed probes, the
 * candidate has the fewest. `revoked`: rows of an instance that the partner can no longer access.
 */
async function rowsToProbe(
  backlog: Pick<Backlog, "rows">,
  probes: number,
  access: PartnerAccess,
  { subscription }: EndpointId,
): Promise<{ readonly candidate: BacklogRow | undefined; readonly revoked: readonly BacklogRow[] }> {
  const turn = probes % 3;
  const range = turn === 1 ? ({ few: 1, descending: true } as const) : { few: 2 };
  const rows = backlog.rows(subscription, { ...range, unordered: true });
  const wanted = turn === 2 ? 2 : 1;
  const fresh: BacklogRow[] = [];
  const revoked: BacklogRow[] = [];
  let leastTried: BacklogRow | undefined;
  let read = 0;
  for await (const row of rows) {
    const { probes: failed = 0 } = row;
    if (!mayHave(access, row.instance)) revoked.push(row);
    else {
      if (failed < failedProbes) fresh.push(row);
      if (leastTried === undefined || failed < (leastTried.probes ?? 0)) leastTried = row;
    }
    read += 1;
    if (fresh.length === wanted || read === rowsRead) break;
  }
  return { candidate: fresh.at(-1) ?? leastTried, revoked };
}

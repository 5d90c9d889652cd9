import { defined } from "../../kernel/defined.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { CircuitStore } from "./circuit-store.ts";
import type { Acknowledgement, EndpointCircuit } from "./endpoint-circuit.ts";
import type { LastFailure } from "./endpoint-item.ts";

/** All 5xx statuses are one cause: a server and its load balancer may return different ones for the same fault. */
function failureCause(failure: LastFailure | undefined): string | undefined {
  const { status, error } = failure ?? {};
  if (error !== undefined || status === undefined) return error;
  return status >= 500 ? "5xx" : String(status);
}

/** Whether there is an outage to acknowledge. An endpoint that its owner disabled has none. */
export function isFailing(
  { status, disabledReason = "owner" }: Subscription,
  { state }: { readonly state: EndpointCircuit["state"] },
): boolean {
  return status === "disabled" ? disabledReason !== "owner" : state === "open" || state === "paused";
}

/** The acknowledgement of an outage, unless the outage now has a different cause. */
export function standingAcknowledgement(
  { acknowledged }: EndpointCircuit,
  failure: LastFailure | undefined,
): Acknowledgement | undefined {
  return acknowledged?.cause === failureCause(failure) ? acknowledged : undefined;
}

/** The same note by the same person keeps its original time. Returns undefined if the endpoint isn't failing. */
export async function acknowledge(
  circuits: CircuitStore,
  subscription: Subscription,
  given: Omit<Acknowledgement, "cause">,
): Promise<Acknowledgement | undefined> {
  const endpoint = { partner: subscription.partner, subscription: subscription.id };
  let acknowledged: Acknowledgement | undefined;
  await circuits.change(endpoint, (circuit, failure) => {
    acknowledged = undefined;
    if (!isFailing(subscription, circuit)) return undefined;
    const standing = standingAcknowledgement(circuit, failure);
    if (standing?.by === given.by && standing.note === given.note) {
      acknowledged = standing;
      return undefined;
    }
    acknowledged = { ...given, ...defined({ cause: failureCause(failure) }) };
    return { ...circuit, acknowledged };
  });
  return acknowledged;
}

export async function withdrawAcknowledgement(circuits: CircuitStore, { partner, id }: Subscription): Promise<void> {
  await circuits.change({ partner, subscription: id }, ({ acknowledged, ...circuit }) =>
    acknowledged === undefined ? undefined : circuit,
  );
}

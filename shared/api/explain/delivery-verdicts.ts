import { type DeliveryRow, deliveryKey, deliveryRow } from "../../delivery/rows/delivery-row.ts";
import { isFor, isOperational, SubscriptionIndex, typeMatches } from "../../fanout/subscription-index.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { TableReader } from "../../kernel/ports/table.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { operatorPartner } from "../../partners/partner-key.ts";
import type { ProjectedSubscription } from "../../subscriptions/subscription.ts";
import type { SubscriptionProjection } from "../../subscriptions/subscription-projection.ts";
import type { ExpectedEvent } from "./record-trace.ts";

/** What became of an event for a subscription that asked for its type. */
export type Verdict =
  | { readonly subscription: string; readonly outcome: DeliveryRow["state"] }
  /** It matches, and no attempt was recorded: on its way, or the subscription is younger than the event. */
  | { readonly subscription: string; readonly outcome: "noAttempt" }
  | { readonly subscription: string; readonly outcome: "disabled" | "baselineNotWanted" | "filtered" };

export type EventVerdicts = { readonly event: string; readonly verdicts: readonly Verdict[] };

type Parts = {
  readonly copies: Pick<SubscriptionProjection, "subscriptionsOf">;
  /** The `deliveries` table. */
  readonly deliveries: Pick<TableReader, "getAll">;
};

/** Subscriptions judged per event; who has more asks for the one it means. */
const mostSubscriptions = 100;

/** For each event that is kept: every subscription that asked for its type, and why it got it or didn't. */
export async function verdictsOf(
  { copies, deliveries }: Parts,
  instance: string,
  { access, isOperator }: Pick<Caller, "access" | "isOperator">,
  events: readonly ExpectedEvent[],
): Promise<readonly EventVerdicts[]> {
  const isEverybodys = isOperator && access.partner === operatorPartner;
  const standing = (await copies.subscriptionsOf(instance)).filter(
    ({ partner }) => isEverybodys || partner === access.partner,
  );
  return Promise.all(
    events.map(async (event) => {
      const asked = standing
        .filter(({ eventTypes }) => eventTypes.some((pattern) => typeMatches(pattern, event.type)))
        .slice(0, mostSubscriptions);
      const rows = await deliveries.getAll(asked.map(({ id }) => deliveryKey(messageOf(id, event.id))));
      const verdicts = asked.map((copy, position): Verdict => {
        const row = rows[position];
        if (row !== undefined) {
          const { state } = parseStored(deliveryRow, row, `delivery of ${event.id} to ${copy.id}`);
          return { subscription: copy.id, outcome: state };
        }
        return { subscription: copy.id, outcome: withoutRow(copy, event) };
      });
      return { event: event.id, verdicts };
    }),
  );
}

const messageOf = (subscription: string, event: string) => ({ subscription, event, run: "0" });

function withoutRow(copy: ProjectedSubscription, { stored }: ExpectedEvent): Verdict["outcome"] {
  if (copy.status !== "active") return "disabled";
  if (stored === undefined) return "noAttempt";
  const { envelope } = stored;
  const [candidate] = new SubscriptionIndex([copy]).candidates(envelope.type);
  if (candidate !== undefined && isFor(candidate, envelope)) return "noAttempt";
  const baseline = envelope.baseline === true && !copy.baseline && !isOperational(envelope.type);
  return baseline ? "baselineNotWanted" : "filtered";
}

import { isOperational } from "../../kernel/catalogue.ts";
import { idBoundary } from "../../kernel/event-id.ts";
import type { EventStore } from "../../publishing/event-store.ts";
import type { StoredEvent } from "../../publishing/stored-event.ts";
import { type Subscription, wantsInstance } from "../../subscriptions/subscription.ts";
import { asksForType, SubscriptionFilters } from "../explain/delivery-verdicts.ts";

/** The reasons are tried in this order. */
const unwantedReasons = ["older", "instance", "type", "disabled", "baseline", "filter"] as const;
type Reason = (typeof unwantedReasons)[number];

type Counts = { readonly [reason in Reason]: number };
export type HourOfUnwanted = { readonly from: number; readonly counts: Counts };

type Asked = {
  readonly instance: string;
  /** Bounds of the events' detection (unix ms); `to` is excluded. */
  readonly from: number;
  readonly to: number;
  readonly afterId: string | undefined;
};

const hourMs = 3_600_000;
/** About how many events a page judges. Their bodies take at most 5 MB in total. */
const mostJudged = 1_000;
/** The number of characters that count as one event; a longer event counts as several. */
const charactersPerEvent = 4_096;
const readAtOnce = 200;

/** `next`: the last judged event, if there are more. */
export async function unwantedEvents(
  events: Pick<EventStore, "list">,
  subscription: Subscription,
  { instance, from, to, afterId }: Asked,
): Promise<{ readonly hours: readonly HourOfUnwanted[]; readonly next: string | undefined }> {
  const hours = new Map<number, { [reason in Reason]: number }>();
  const reasonOf = judgeOf(subscription, instance);
  let after = afterId ?? idBoundary(from);
  for (let judged = 0; judged < mostJudged; ) {
    const { events: page, more } = await events.list(instance, { afterId: after, limit: readAtOnce, untilMs: to });
    for (const event of page) {
      judged += Math.ceil(event.body.length / charactersPerEvent);
      const reason = await reasonOf(event);
      if (reason === undefined) continue;
      const at = Date.parse(event.envelope.detectedAt);
      const hour = at - (at % hourMs);
      const counts = hours.get(hour) ?? { older: 0, instance: 0, type: 0, disabled: 0, baseline: 0, filter: 0 };
      counts[reason] += 1;
      hours.set(hour, counts);
    }
    const last = page.at(-1)?.envelope.id;
    if (!more || last === undefined) return { hours: listed(hours), next: undefined };
    after = last;
  }
  return { hours: listed(hours), next: after };
}

const listed = (hours: ReadonlyMap<number, Counts>): readonly HourOfUnwanted[] =>
  [...hours].map(([from, counts]) => ({ from, counts }));

/** Judges events by the subscription's current settings, as `explain` does. */
function judgeOf(one: Subscription, instance: string) {
  const filters = new SubscriptionFilters();
  return async ({ envelope }: StoredEvent): Promise<Reason | undefined> => {
    const { type, detectedAt, baseline = false } = envelope;
    if (one.createdAt > Date.parse(detectedAt)) return "older";
    if (!wantsInstance(one, instance)) return "instance";
    if (!asksForType(one, type)) return "type";
    if (one.status !== "active") return "disabled";
    if (baseline && !one.baseline && !isOperational(type)) return "baseline";
    return (await filters.select(one, envelope)) ? undefined : "filter";
  };
}

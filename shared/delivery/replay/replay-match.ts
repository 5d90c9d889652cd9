import { isFor, SubscriptionIndex, typeMatches } from "../../fanout/subscription-index.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import { matchesPattern, parseEventPattern } from "../../subscriptions/patterns/event-pattern.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { ReplayCriteria } from "./replay-job.ts";

/**
 * Whether an event is one of a replay: the subscription as it is now asks for it, and the criteria do. A replay never
 * reaches what the subscription may not get.
 */
export function replayMatch(subscription: Subscription, criteria: ReplayCriteria): (event: Envelope) => boolean {
  const index = new SubscriptionIndex([{ ...subscription, status: "active" }]);
  const compiled = criteria.filter === undefined ? undefined : parseEventPattern(criteria.filter);
  const { eventTypes, subject, since, until } = criteria;
  return (event) => {
    if (compiled?.outcome === "invalid") return false;
    if (eventTypes !== undefined && !eventTypes.some((pattern) => typeMatches(pattern, event.type))) return false;
    if (subject !== undefined && event.subject.id !== subject.id) return false;
    if (subject?.type !== undefined && event.subject.type !== subject.type) return false;
    const detectedAt = Date.parse(event.detectedAt);
    if (detectedAt < since || detectedAt >= until) return false;
    if (compiled !== undefined && !matchesPattern(compiled.pattern, event)) return false;
    return index.candidates(event.type).some((candidate) => isFor(candidate, event));
  };
}

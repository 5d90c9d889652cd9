import type { Envelope } from "../kernel/envelope.ts";
import { type EventPattern, matchesPattern, parseEventPattern } from "../subscriptions/patterns/event-pattern.ts";
import type { SubscriptionCopy } from "../subscriptions/subscription.ts";

export type Candidate = {
  readonly id: string;
  readonly partner: string;
  readonly baseline: boolean;
  readonly filter: EventPattern | undefined;
  readonly eventTypes: readonly string[];
};

/** The subscriptions of one instance, compiled: asking for a type costs a lookup, whatever the number of subscriptions. */
export class SubscriptionIndex {
  readonly #active: readonly Candidate[];
  readonly #byType = new Map<string, readonly Candidate[]>();
  /** Ids of those whose stored filter no longer compiles. They get nothing, and hold up nobody else. */
  readonly broken: readonly string[];

  constructor(copies: readonly SubscriptionCopy[]) {
    const active = copies.filter(({ status }) => status === "active");
    this.#active = active
      .flatMap(compiled)
      // Continuation goes by id, so the order must be the same on every machine.
      .sort((one, other) => (one.id < other.id ? -1 : 1));
    const sound = new Set(this.#active.map(({ id }) => id));
    this.broken = active.map(({ id }) => id).filter((id) => !sound.has(id));
  }

  /** Who asked for this type, by id; whether an event is for them, {@link isFor} says. */
  candidates(type: string): readonly Candidate[] {
    const known = this.#byType.get(type);
    if (known !== undefined) return known;
    const found = this.#active.filter(({ eventTypes }) => eventTypes.some((pattern) => typeMatches(pattern, type)));
    this.#byType.set(type, found);
    return found;
  }
}

/** `person.updated`, `person.*`, `*`. Operational events need their own opt-in, so `*` leaves them out. */
export function typeMatches(pattern: string, type: string): boolean {
  if (pattern === "*") return !isOperational(type);
  return pattern === type || (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1)));
}

export function isOperational(type: string): boolean {
  return type.startsWith("bridge.");
}

/** Whether the event itself has to be read to know for whom it is; with none of this the type alone decides. */
export function needsBody(type: string, candidates: readonly Candidate[]): boolean {
  return isOperational(type) || candidates.some(({ baseline, filter }) => !baseline || filter !== undefined);
}

/** Whether an event of a type it asked for is for this subscription. */
export function isFor(candidate: Candidate, event: Envelope): boolean {
  if (event.baseline === true && !candidate.baseline) return false;
  if (isOperational(event.type)) {
    if (event.partner !== undefined && event.partner !== candidate.partner) return false;
    // An endpoint in trouble isn't told so by a webhook to itself, which would fail as well; a ping is meant for it.
    if (event.type !== "bridge.ping" && event.data?.["subscription"] === candidate.id) return false;
  }
  return candidate.filter === undefined || matchesPattern(candidate.filter, event);
}

function compiled({ id, partner, baseline, filter, eventTypes }: SubscriptionCopy): readonly Candidate[] {
  if (filter === undefined) return [{ id, partner, baseline, filter, eventTypes }];
  const result = parseEventPattern(filter);
  return result.outcome === "invalid" ? [] : [{ id, partner, baseline, filter: result.pattern, eventTypes }];
}

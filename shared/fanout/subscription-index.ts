import type { Envelope } from "../kernel/envelope.ts";
import { type EventPattern, matchesPattern, parseEventPattern } from "../subscriptions/patterns/event-pattern.ts";
import type { ProjectedSubscription } from "../subscriptions/subscription.ts";
import { EqualityIndex } from "./equality-index.ts";
import { type EqualityChoice, equalityChoices } from "./exact-values.ts";

export type Candidate = {
  readonly id: string;
  readonly partner: string;
  readonly baseline: boolean;
  readonly filter: EventPattern | undefined;
  readonly eventTypes: readonly string[];
  /** Exact values its filter asks for. */
  readonly choices: readonly EqualityChoice[];
};

/** Those who asked for one type. */
export type TypeIndex = {
  /** All of them, by id. */
  readonly candidates: readonly Candidate[];
  /** Whether the event has to be read to know for whom it is. */
  readonly needsBody: boolean;
  /** Those an event can be for, by id; whether it is for them, {@link isFor} says. */
  possible(event: Envelope): readonly Candidate[];
};

/** The subscriptions of one instance, compiled: an event costs what its matches cost, whatever the number of subscriptions. */
export class SubscriptionIndex {
  readonly #active: readonly Candidate[];
  readonly #byType = new Map<string, TypeIndex>();
  /** Ids of those whose stored filter no longer compiles. They get nothing, and hold up nobody else. */
  readonly broken: readonly string[];

  constructor(copies: readonly ProjectedSubscription[]) {
    const active = copies.filter(({ status }) => status === "active");
    this.#active = active
      .flatMap(compiled)
      // Continuation goes by id, so the order must be the same on every machine.
      .sort((one, other) => (one.id < other.id ? -1 : 1));
    const sound = new Set(this.#active.map(({ id }) => id));
    this.broken = active.map(({ id }) => id).filter((id) => !sound.has(id));
  }

  of(type: string): TypeIndex {
    const known = this.#byType.get(type);
    if (known !== undefined) return known;
    const asked = this.#active.filter(({ eventTypes }) => eventTypes.some((pattern) => typeMatches(pattern, type)));
    const found = typeIndex(type, asked);
    this.#byType.set(type, found);
    return found;
  }

  /** Who asked for this type, by id. */
  candidates(type: string): readonly Candidate[] {
    return this.of(type).candidates;
  }
}

function typeIndex(type: string, candidates: readonly Candidate[]): TypeIndex {
  let all: EqualityIndex<Candidate> | undefined;
  let forBaseline: EqualityIndex<Candidate> | undefined;
  return {
    candidates,
    needsBody: needsBody(type, candidates),
    possible: (event) => {
      if (event.baseline !== true) return (all ??= new EqualityIndex(candidates)).possible(event);
      // The first contact with an instance finds everything it has, and few want to hear of it.
      forBaseline ??= new EqualityIndex(candidates.filter(({ baseline }) => baseline));
      return forBaseline.possible(event);
    },
  };
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

function compiled({ id, partner, baseline, filter, eventTypes }: ProjectedSubscription): readonly Candidate[] {
  const plain = { id, partner, baseline, filter: undefined, eventTypes, choices: [] };
  if (filter === undefined) return [plain];
  const result = parseEventPattern(filter);
  return result.outcome === "invalid" ? [] : [{ ...plain, filter: result.pattern, choices: equalityChoices(filter) }];
}

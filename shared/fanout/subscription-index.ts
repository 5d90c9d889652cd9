import type { Envelope } from "../kernel/envelope.ts";
import { type EventPattern, parseEventPattern } from "../subscriptions/patterns/event-pattern.ts";
import { EventPlace } from "../subscriptions/patterns/event-place.ts";
import { judge, maxSteps, type Verdict } from "../subscriptions/patterns/match-pattern.ts";
import { Steps } from "../subscriptions/patterns/steps.ts";
import type { ProjectedSubscription } from "../subscriptions/subscription.ts";
import { type EqualityChoice, EqualityIndex, listedChoices } from "./equality-index.ts";

export type Candidate = {
  readonly id: string;
  readonly partner: string;
  readonly baseline: boolean;
  readonly filter: EventPattern | undefined;
  readonly eventTypes: readonly string[];
  /** The filter's choices, one of which `EqualityIndex` uses to find the subscription. */
  readonly choices: readonly EqualityChoice[];
};

/** The subscriptions to one event type. */
export type TypeIndex = {
  /** All candidates, ordered by id. */
  readonly candidates: readonly Candidate[];
  /** Whether the event has to be read to decide who gets it. */
  readonly needsBody: boolean;
  /**
   * Returns the subscriptions that might get an event, ordered by id; {@link verdictOf} decides on each of them.
   * `place` is the `EventPlace` of the event.
   */
  possible(event: Envelope, place?: EventPlace, steps?: Steps): readonly Candidate[];
};

/**
 * The compiled subscriptions of one instance. An event is tested only against the subscriptions that it may match:
 * those whose filters list an exact value that the event has, and those that can't be looked up by exact values.
 */
export class SubscriptionIndex {
  readonly #active: readonly Candidate[];
  readonly #byType = new Map<string, TypeIndex>();
  /**
   * For each active subscription, keyed by its JSON: a list that contains its candidate, or an empty list if its filter
   * doesn't compile.
   */
  readonly #compiled = new Map<string, readonly Candidate[]>();
  /** The total length of the JSON of all active subscriptions, in characters. */
  readonly size: number;
  /** Ids of subscriptions whose stored filter no longer compiles. They get no events, and don't hold up the others. */
  readonly broken: readonly string[];

  /**
   * Reuses what the `earlier` indexes compiled, because compiling a filter takes about half a millisecond and most
   * subscriptions are unchanged.
   */
  constructor(subscriptions: readonly ProjectedSubscription[], ...earlier: readonly SubscriptionIndex[]) {
    const active = subscriptions.filter(({ status }) => status === "active");
    for (const subscription of active) {
      const text = JSON.stringify(subscription);
      const known = earlier.map((one) => one.#compiled.get(text)).find((found) => found !== undefined);
      this.#compiled.set(text, known ?? compiled(subscription));
    }
    this.size = [...this.#compiled.keys()].reduce((sum, { length }) => sum + length, 0);
    this.#active = [...this.#compiled.values()].flat().sort(byId);
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

  /** Returns the subscriptions to a type, ordered by id. */
  candidates(type: string): readonly Candidate[] {
    return this.of(type).candidates;
  }
}

/** A fan-out continuation covers the ids above its `after`, so the order must be the same on every machine. */
function byId({ id: one }: Candidate, { id: other }: Candidate): number {
  return one < other ? -1 : 1;
}

function typeIndex(type: string, candidates: readonly Candidate[]): TypeIndex {
  let all: EqualityIndex<Candidate> | undefined;
  let forBaseline: EqualityIndex<Candidate> | undefined;
  return {
    candidates,
    needsBody: needsBody(type, candidates),
    possible: (event, place = EventPlace.of(event), steps = new Steps(maxSteps)) => {
      if (event.baseline !== true) return (all ??= new EqualityIndex(candidates)).possible(place, steps);
      // First contact with an instance creates a baseline event for every record. Few subscriptions want these events,
      // so an index of only those subscriptions saves work.
      forBaseline ??= new EqualityIndex(candidates.filter(({ baseline }) => baseline));
      return forBaseline.possible(place, steps);
    },
  };
}

/**
 * Whether a pattern (`person.updated`, `person.*` or `*`) matches a type. `*` excludes operational events, which need
 * their own opt-in.
 */
export function typeMatches(pattern: string, type: string): boolean {
  if (pattern === "*") return !isOperational(type);
  return pattern === type || (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1)));
}

export function isOperational(type: string): boolean {
  return type.startsWith("bridge.");
}

/** Whether the event has to be read to decide who gets it. If not, the type alone decides, which saves a read. */
export function needsBody(type: string, candidates: readonly Candidate[]): boolean {
  return isOperational(type) || candidates.some(({ baseline, filter }) => !baseline || filter !== undefined);
}

/** Whether a subscription gets an event. The caller has already checked the event's type. */
export function isFor(candidate: Candidate, event: Envelope): boolean {
  return verdictOf(candidate, event, EventPlace.of(event)) !== "differs";
}

/**
 * Like {@link isFor}, but returns the verdict. The caller passes the event's `EventPlace`, so that all candidates share
 * it. The caller must treat `undecided` as a match.
 */
export function verdictOf(candidate: Candidate, event: Envelope, place: EventPlace, steps?: Steps): Verdict {
  if (event.baseline === true && !candidate.baseline) return "differs";
  if (isOperational(event.type)) {
    if (event.partner !== undefined && event.partner !== candidate.partner) return "differs";
    // A notice about a failing endpoint would fail at that same endpoint. A ping, however, is meant for its endpoint.
    if (event.type !== "bridge.ping" && event.data?.["subscription"] === candidate.id) return "differs";
  }
  return candidate.filter === undefined ? "matches" : judge(candidate.filter, place, steps);
}

function compiled({ id, partner, baseline, filter, eventTypes }: ProjectedSubscription): readonly Candidate[] {
  const plain = { id, partner, baseline, filter: undefined, eventTypes, choices: [] };
  if (filter === undefined) return [plain];
  const result = parseEventPattern(filter);
  return result.outcome === "invalid" ? [] : [{ ...plain, filter: result.pattern, choices: listedChoices(filter) }];
}

/**
 * An index of all subscriptions (`base`), overlaid with a small index of those that have changed since `base` was
 * built. The small index costs the same to build, no matter how many subscriptions there are.
 */
export class ChangedIndex {
  readonly #base: SubscriptionIndex;
  readonly #changed: SubscriptionIndex;
  readonly #ids: ReadonlySet<string>;
  readonly #byType = new Map<string, TypeIndex>();

  /** `ids`: the subscriptions that have changed. `changed`: the index of those that still exist. */
  constructor(base: SubscriptionIndex, ids: ReadonlySet<string>, changed: SubscriptionIndex) {
    this.#base = base;
    this.#changed = changed;
    this.#ids = ids;
  }

  of(type: string): TypeIndex {
    const known = this.#byType.get(type);
    if (known !== undefined) return known;
    const [base, changed] = [this.#base.of(type), this.#changed.of(type)];
    const candidates = this.#merged(base.candidates, changed.candidates);
    const found: TypeIndex = {
      candidates,
      needsBody: needsBody(type, candidates),
      possible: (event, place = EventPlace.of(event), steps = new Steps(maxSteps)) =>
        this.#merged(base.possible(event, place, steps), changed.possible(event, place, steps)),
    };
    this.#byType.set(type, found);
    return found;
  }

  candidates(type: string): readonly Candidate[] {
    return this.of(type).candidates;
  }

  #merged(base: readonly Candidate[], changed: readonly Candidate[]): readonly Candidate[] {
    return [...base.filter(({ id }) => !this.#ids.has(id)), ...changed].sort(byId);
  }
}

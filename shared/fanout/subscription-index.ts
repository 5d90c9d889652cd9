import { isOperational, typeMatches } from "../kernel/catalogue.ts";
import type { Envelope } from "../kernel/envelope.ts";
import type { WorkTurn } from "../kernel/work-turn.ts";
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
  /** `EqualityIndex` finds the subscription by one of these choices. */
  readonly choices: readonly EqualityChoice[];
};

export type TypeIndex = {
  /** Ordered by id. */
  readonly candidates: readonly Candidate[];
  /** Whether the event has to be read to decide who gets it. */
  readonly needsBody: boolean;
  /** Returns the subscriptions that might get the event, ordered by id; {@link EventJudge} decides on each of them. */
  possible(event: Envelope, place: EventPlace, steps: Steps): readonly Candidate[];
};

/** An instance's subscriptions, by the type of the event. */
export type InstanceIndex = { of(type: string): TypeIndex };

export class SubscriptionIndex implements InstanceIndex {
  readonly #active: readonly Candidate[];
  readonly #byType = new Map<string, TypeIndex>();
  /** Keyed by the subscription's JSON. The list is empty if the filter doesn't compile. */
  readonly #compiled = new Map<string, readonly Candidate[]>();
  /** The total length of the active subscriptions' JSON, in characters. */
  readonly size: number;
  /** Ids of subscriptions whose stored filter no longer compiles. They get no events, and don't hold up the others. */
  readonly broken: readonly string[];

  /** Reuses what the `earlier` indexes compiled, because compiling a filter takes about half a millisecond. */
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
    possible: (event, place, steps) => {
      if (event.baseline !== true) return (all ??= new EqualityIndex(candidates)).possible(place, steps);
      // First contact with an instance creates a baseline event for every record. Few subscriptions want these events,
      // so an index of only those subscriptions saves work.
      forBaseline ??= new EqualityIndex(candidates.filter(({ baseline }) => baseline));
      return forBaseline.possible(place, steps);
    },
  };
}

export function needsBody(type: string, candidates: readonly Candidate[]): boolean {
  return isOperational(type) || candidates.some(({ baseline, filter }) => !baseline || filter !== undefined);
}

/** The caller has already checked the event's type. */
export function isFor(candidate: Candidate, event: Envelope): boolean {
  return verdictOf(candidate, event, EventPlace.of(event)) !== "differs";
}

/** All candidates share the event's `place`. The caller must treat `undecided` as a match. */
function verdictOf(candidate: Candidate, event: Envelope, place: EventPlace, steps?: Steps): Verdict {
  if (event.baseline === true && !candidate.baseline) return "differs";
  if (isOperational(event.type)) {
    if (event.partner !== undefined && event.partner !== candidate.partner) return "differs";
    // A notice about a failing endpoint would fail at that same endpoint. A ping, however, is meant for its endpoint.
    if (event.type !== "bridge.ping" && event.data?.["subscription"] === candidate.id) return "differs";
  }
  return candidate.filter === undefined ? "matches" : judge(candidate.filter, place, steps);
}

/**
 * The most steps that all of a partner's filters together can take for one event. This many steps take about 5 ms, and
 * 10 ms at worst. A filter that would exceed the limit is `undecided`, so its subscription gets the event. A hundred
 * filters with one condition each stay within the limit if all the fields that they test hold at most 500 objects and
 * values in total, and no long strings.
 */
export const mostPartnerSteps = 2 * maxSteps;

/** How many steps run before other work on the event loop gets a turn. This many take about a millisecond. */
export const stepsPerTurn = 65_536;
/**
 * Finding a candidate and judging it each count as this many steps towards `stepsPerTurn`, in addition to the steps
 * that they spend.
 */
const stepsPerCandidate = 8;

/**
 * Decides which subscriptions get an event. The work is spread over several turns of the event loop, because one
 * partner's filters can take milliseconds, and on one machine, deliveries share this thread.
 */
export class EventJudge {
  readonly #event: Envelope;
  readonly #place: EventPlace;
  readonly #turn: WorkTurn;
  readonly #mostOfPartner: number;
  /** How many steps each partner's filters have left. */
  readonly #left = new Map<string, number>();

  constructor(event: Envelope, turn: WorkTurn, mostOfPartner = mostPartnerSteps) {
    this.#event = event;
    this.#place = EventPlace.of(event);
    this.#turn = turn;
    this.#mostOfPartner = mostOfPartner;
  }

  /** Returns the subscriptions that might get the event, ordered by id. */
  async possible(index: TypeIndex): Promise<readonly Candidate[]> {
    return this.#turn.take(() => {
      const steps = new Steps(maxSteps);
      const found = index.possible(this.#event, this.#place, steps);
      this.#turn.count(steps.spent + found.length * stepsPerCandidate);
      return found;
    });
  }

  /** The caller must treat `undecided` as a match. */
  async verdictOf(candidate: Candidate): Promise<Verdict> {
    return this.#turn.take(() => {
      const left = this.#left.get(candidate.partner) ?? this.#mostOfPartner;
      const steps = new Steps(Math.min(left, maxSteps));
      const verdict = verdictOf(candidate, this.#event, this.#place, steps);
      this.#left.set(candidate.partner, left - steps.spent);
      this.#turn.count(steps.spent + stepsPerCandidate);
      return verdict;
    });
  }
}

function compiled({ id, partner, baseline, filter, eventTypes }: ProjectedSubscription): readonly Candidate[] {
  const plain = { id, partner, baseline, filter: undefined, eventTypes, choices: [] };
  if (filter === undefined) return [plain];
  const result = parseEventPattern(filter);
  return result.outcome === "invalid" ? [] : [{ ...plain, filter: result.pattern, choices: listedChoices(filter) }];
}

/**
 * Overlays `base` with a small index (`changed`) of the subscriptions that have changed since `base` was built and still
 * exist. `ids`: all that have changed. The time to build the small index doesn't depend on how many subscriptions the
 * instance has.
 */
export function changedIndex(
  base: SubscriptionIndex,
  ids: ReadonlySet<string>,
  changed: SubscriptionIndex,
): InstanceIndex {
  const merged = (former: readonly Candidate[], current: readonly Candidate[]) =>
    [...former.filter(({ id }) => !ids.has(id)), ...current].sort(byId);
  const byType = new Map<string, TypeIndex>();
  const typeOf = (type: string): TypeIndex => {
    const [former, current] = [base.of(type), changed.of(type)];
    const candidates = merged(former.candidates, current.candidates);
    return {
      candidates,
      needsBody: needsBody(type, candidates),
      possible: (...event) => merged(former.possible(...event), current.possible(...event)),
    };
  };
  return {
    of: (type) => {
      const found = byType.get(type) ?? typeOf(type);
      byType.set(type, found);
      return found;
    },
  };
}

import type { Envelope } from "../kernel/envelope.ts";
import type { WorkTurn } from "../kernel/work-turn.ts";
import { EventPlace } from "../subscriptions/patterns/event-place.ts";
import { maxSteps, type Verdict } from "../subscriptions/patterns/match-pattern.ts";
import { Steps } from "../subscriptions/patterns/steps.ts";
import { type Candidate, type TypeIndex, verdictOf } from "./subscription-index.ts";

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

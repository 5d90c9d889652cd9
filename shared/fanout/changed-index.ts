import { EventPlace } from "../subscriptions/patterns/event-place.ts";
import { maxSteps } from "../subscriptions/patterns/match-pattern.ts";
import { Steps } from "../subscriptions/patterns/steps.ts";
import { byId, type Candidate, needsBody, type SubscriptionIndex, type TypeIndex } from "./subscription-index.ts";

/**
 * An index of all subscriptions, overlaid with a small index of those that have changed since it was built. The overlay
 * costs the same to build, no matter how many subscriptions there are.
 */
export class ChangedIndex {
  readonly #base: SubscriptionIndex;
  readonly #changed: SubscriptionIndex;
  readonly #ids: ReadonlySet<string>;
  readonly #byType = new Map<string, TypeIndex>();

  /** `ids`: the subscriptions that changed. `changed` contains those of them that still exist. */
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

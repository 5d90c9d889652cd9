import { EventJudge, judgingTurn, stepsPerTurn } from "../../fanout/event-judge.ts";
import { type Candidate, SubscriptionIndex } from "../../fanout/subscription-index.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";

/** Compiling a filter takes about half a millisecond. */
const stepsPerCompilation = stepsPerTurn / 2;

/** The filters of the subscriptions that one request explains. Compiles each once, and judges events in slices. */
export class SubscriptionFilters {
  readonly #turn = judgingTurn();
  readonly #compiled = new Map<string, SubscriptionIndex>();
  readonly #judges = new Map<string, EventJudge>();

  /** Whether the current settings of a subscription select an event. */
  async select(subscription: Subscription, event: Envelope): Promise<boolean> {
    const candidate = await this.#candidateOf(subscription, event.type);
    return candidate !== undefined && (await this.#judgeOf(event).verdictOf(candidate)) !== "differs";
  }

  async #candidateOf(subscription: Subscription, type: string): Promise<Candidate | undefined> {
    return this.#turn.take(() => {
      const known = this.#compiled.get(subscription.id);
      const index = known ?? new SubscriptionIndex([subscription]);
      if (known === undefined) this.#turn.count(stepsPerCompilation);
      this.#compiled.set(subscription.id, index);
      return index.candidates(type)[0];
    });
  }

  #judgeOf(event: Envelope): EventJudge {
    // A verdict must not depend on the other subscriptions that are explained, so they share no limit.
    const judge = this.#judges.get(event.id) ?? new EventJudge(event, this.#turn, Number.POSITIVE_INFINITY);
    this.#judges.set(event.id, judge);
    return judge;
  }
}

import { type TimeWording, waitSentence } from "../../../../shared/api/deliveries/wait-sentence.ts";
import type { components } from "../../../api-client/api-types.ts";
import { stateWord } from "../../../api-client/state-words.ts";

type Delivery = components["schemas"]["Delivery"];

const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/** `on 26 Nov 2026 at 11:35:46`, in the user's time zone. */
export const localTimes: TimeWording<string> = {
  preposition: "on",
  timeOf: (instant) => `${date.format(new Date(instant))} at ${time.format(new Date(instant))}`,
};

/** The text for each outcome that isn't a state of a delivery. */
const outcomes: ReadonlyMap<string, string> = new Map([
  ["waitingToBeFetched", "Waiting to be fetched"],
  ["noAttempt", "Queued"],
  ["changedSince", "Not sent: the endpoint's earlier settings may have excluded the event"],
  ["youngerThanEvent", "Not sent: the endpoint was created after the event"],
  ["disabled", "Not sent: the endpoint is disabled"],
  ["baselineNotWanted", "Not sent: the endpoint doesn't select baseline events"],
  ["filtered", "Not sent: the filter doesn't match"],
  ["typeNotAsked", "Not sent: the endpoint doesn't select this type"],
  ["instanceNotAsked", "Not sent: the endpoint doesn't select this instance"],
]);

export const outcomeText = (outcome: string): string => outcomes.get(outcome) ?? stateWord(outcome);

/** The events of pings and examples aren't stored. */
export const isTest = ({ run }: Pick<Delivery, "run">): boolean => run === "ping" || run === "example";

/** If a delivery is held before its first attempt, the endpoint's last failure is the reason. */
export const causeOfHold = (
  { state, attempts }: Delivery,
  { lastFailure }: components["schemas"]["ListedSubscription"]["endpoint"],
) => (state === "held" && attempts.length === 0 ? lastFailure : undefined);

/** Pings and examples don't count, because they can't be resent. */
export const wasSent = (deliveries: readonly Pick<Delivery, "run" | "attempts">[]): boolean =>
  deliveries.some((one) => !isTest(one) && one.attempts.length > 0);

export function whatComesNext(delivery: Delivery): string {
  const { state, wait } = delivery;
  switch (state) {
    case "delivered":
      return isTest(delivery)
        ? "Nothing. Pings and examples are sent only once."
        : "Nothing. To receive the event again, resend or replay it.";
    case "expired":
      // Deliveries in a pull queue have no attempts. Other deliveries can expire without one if their event is deleted
      // or their partner loses access to the instance.
      if (delivery.attempts.length === 0) return "The event expired before it was delivered.";
      return "All attempts failed. Once the endpoint works, resend this event or replay all undelivered events.";
    case "failed":
      return "Pings and examples aren't retried. Send another once the endpoint works.";
    case "held":
    case "blocked":
    case "waiting":
      return wait === undefined ? "Waiting." : waitSentence(wait, delivery, localTimes);
  }
}

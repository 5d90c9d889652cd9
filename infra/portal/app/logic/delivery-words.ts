import { waitSentence } from "../../../../shared/api/deliveries/wait-sentence.ts";
import type { components } from "../../../api-client/api-types.ts";
import { stateWord } from "../components/status.tsx";

type Delivery = components["schemas"]["Delivery"];

const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

/** A time in the user's local format. */
export const localTime = (instant: string): string => format.format(new Date(instant));

/** The outcomes of an event for an endpoint that aren't states of a delivery. */
const outcomes: ReadonlyMap<string, string> = new Map([
  ["waitingToBeFetched", "Waiting to be fetched"],
  ["noAttempt", "Queued"],
  ["changedSince", "Not sent: the endpoint's settings changed after the event"],
  ["youngerThanEvent", "Not sent: the endpoint is newer than the event"],
  ["disabled", "Not sent: the endpoint is disabled"],
  ["baselineNotWanted", "Not sent: the endpoint doesn't select baseline events"],
  ["filtered", "Not sent: the filter doesn't match"],
  ["typeNotAsked", "Not sent: the endpoint doesn't select this type"],
  ["instanceNotAsked", "Not sent: the endpoint doesn't select this instance"],
]);

/** What became of an event at an endpoint. */
export const outcomeText = (outcome: string): string => outcomes.get(outcome) ?? stateWord(outcome);

const isTest = ({ run }: Pick<Delivery, "run">): boolean => run === "ping" || run === "example";

/** Whether an event was sent to an endpoint. Pings and examples don't count, because they can't be resent. */
export const wasSent = (deliveries: readonly Pick<Delivery, "run" | "attempts">[]): boolean =>
  deliveries.some((one) => !isTest(one) && one.attempts.length > 0);

/** Why a delivery isn't done and what comes next, in a sentence. */
export function whatComesNext(delivery: Delivery): string {
  const { state, wait } = delivery;
  switch (state) {
    case "delivered":
      return isTest(delivery) ? "Delivered." : "Delivered. To receive the event again, resend it.";
    case "expired":
      return "All retries failed. Once the endpoint works, resend this event or replay all undelivered events.";
    case "failed":
      return "Pings and examples aren't retried. Send another once the endpoint works.";
    case "held":
    case "blocked":
    case "waiting":
      return wait === undefined ? "Waiting." : waitSentence(wait, delivery, localTime);
  }
}

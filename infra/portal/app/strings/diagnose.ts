import { formFor } from "./plural.ts";

/** Words of logic/diagnose.ts. */
export const diagnoseText = {
  nothingIsKnownOfA: "Nothing is known of a failed attempt.",
  noAttempts: "no attempts",
  noAnswers: "no answers",
  halfWithinMs95Within: (p50Ms: number, p95Ms: number) => `half within ${p50Ms} ms, 95 % within ${p95Ms} ms`,
  ofItsLast20Attempts: (recentFailures: number) => `${recentFailures} of its last 20 attempts`,
  inARow: (ofTwenty: string, failures: number) => `${ofTwenty}, ${failures} in a row`,
  itArrivedNothingMoreWill: "It arrived. Nothing more will be sent, unless you send it again.",
  itsRetriesAreOverSend:
    "Its retries are over. Send it again when the endpoint works, alone or with everything undelivered by a replay.",
  aPingIsSentOnce: "A ping is sent once. Send another one when the endpoint works.",
  itWaits: "It waits.",
  percentOf: (percent: number, attempts: number) =>
    `${percent} % of ${attempts} ${formFor(attempts, "attempt", "attempts")}`,
  waits: (count: number, more: boolean) =>
    more
      ? `${count} or more deliveries wait for it.`
      : `${count} ${formFor(count, "delivery waits", "deliveries wait")} for it.`,
};

import { functions } from "./function-topology.ts";
import { type Timings, timings } from "./timings.ts";

/** The longest timeout (ms) that an endpoint's owner may set for the slow lane. */
export const longestDeadline = 30_000;

/** The time (ms) that a poll reserves for its work after the last response. */
const wrapUp = 10_000;

type Rule = { readonly path: keyof Timings; readonly holds: (given: Timings) => boolean; readonly message: string };

/** Each message says what breaks if the rule doesn't hold. */
const rules: readonly Rule[] = [
  {
    path: "pollDeadline",
    holds: ({ pollDeadline, sourceTimeout }) =>
      pollDeadline + sourceTimeout + wrapUp <= functions.poll.timeoutSeconds * 1_000,
    message:
      "plus sourceTimeout and 10 s for writing must be at most the poll function's 300 s: otherwise, a poll could be killed before it writes its checkpoint",
  },
  {
    path: "claimRetention",
    holds: ({ claimRetention }) => claimRetention > longestDeadline,
    message: "must be above 30 s, the longest deadline of a delivery: otherwise, a running attempt could be made twice",
  },
  {
    path: "pausedLimit",
    holds: ({ pausedLimit, unhealthyLimit, eventRetention }) => pausedLimit + unhealthyLimit < eventRetention,
    message:
      "plus unhealthyLimit must be below eventRetention: otherwise, held events would expire before their endpoint is disabled",
  },
  {
    path: "deliveryRetention",
    holds: ({ deliveryRetention, eventRetention }) => deliveryRetention >= eventRetention,
    message: "must be at least eventRetention: otherwise, a forgotten delivery could be sent again",
  },
  {
    path: "journalBodyRetention",
    holds: ({ journalBodyRetention, republishReach }) => journalBodyRetention >= republishReach,
    message: "must be at least republishReach: otherwise, an entry could lose its body before it is published",
  },
];

export const checkedTimings = timings.superRefine((given, context) => {
  for (const { path, holds, message } of rules) {
    if (!holds(given)) context.addIssue({ code: "custom", path: [path], message });
  }
});

import { describe, expect, it } from "vitest";
import {
  classPolicies,
  costOf,
  dearestMessage,
  moreRequests,
} from "../../../../shared/schedule/budget/class-policy.ts";

describe("a class's policy", () => {
  it.each(Object.entries(classPolicies))("saves enough for one requested feed (%s)", (_, policy) => {
    const { perRequested, perFeed } = policy;
    const requested = costOf(policy, 1, perRequested === "rest" ? perFeed : perRequested);
    expect(dearestMessage(policy)).toBeGreaterThanOrEqual(requested);
  });

  it.each([
    { name: "owners", shortVisits: [0, 1, 3, 20], more: [0, 4, 28, 252] },
    { name: "rooms", shortVisits: [0, 2, 20], more: [0, 12, 60] },
    { name: "small", shortVisits: [0, 20], more: [0, 0] },
    { name: "walks", shortVisits: [0, 20], more: [0, 0] },
  ] as const)(
    "gives a feed of $name that runs out twice as much each time, up to its maximum",
    ({ name, shortVisits, more }) => {
      expect(shortVisits.map((short) => moreRequests(classPolicies[name], short))).toEqual(more);
    },
  );
});

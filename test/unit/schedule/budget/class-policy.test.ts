import { expect, it } from "vitest";
import { classPolicies, dearestMessage, perMessage } from "../../../../shared/schedule/budget/class-policy.ts";

it.each(Object.entries(classPolicies))("a class's policy saves enough for one requested feed (%s)", (_, policy) => {
  const { perRequested, perFeed } = policy;
  expect(dearestMessage(policy)).toBeGreaterThanOrEqual(
    Math.ceil(perMessage + (perRequested === "rest" ? perFeed : perRequested)),
  );
});

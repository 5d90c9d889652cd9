import { expect, test } from "vitest";
import { walkAskedFor } from "../../../../shared/polling/owners/prove-missing.ts";
import { ownerFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { acme } from "../support/owners-fixture.ts";

test.each([
  ["for the first time", undefined, acme, "company"],
  ["after another failure", "unavailable", acme, "company"],
  ["again", "owner_gone", acme, undefined],
  [
    "for the first time, but is a phase",
    undefined,
    { type: "Project", id: "p", subOwner: "phase" } as const,
    undefined,
  ],
])(
  "an owner that is found gone %s requests the walk that proves it, at most once in a row",
  (_, lastError, owner, walk) => {
    const feed = ownerFeed("acme", owner);
    expect(walkAskedFor({ ...feed, ...(lastError !== undefined && { lastError, failures: 1 }) }, owner)).toBe(walk);
  },
);

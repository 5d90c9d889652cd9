import { expect, test } from "vitest";
import { isTooLarge, unanswered } from "../../../../shared/polling/rows/check-witness.ts";
import { down } from "../support/answers.ts";

const moment = { beganAt: 1, asOf: 2 };

test.each([
  [{ outcome: "exhausted" }, "exhausted"],
  [down, "unavailable"],
  [{ outcome: "notFound", problem: true, moment }, "unavailable"],
  [{ outcome: "forbidden" }, "refused"],
  [{ outcome: "unauthorized" }, "refused"],
  [{ outcome: "badRequest" }, "refused"],
] as const)("an answer that isn't about the record (%o) leaves it open: %s", (answer, reason) => {
  expect(unanswered(answer)).toBe(reason);
});

test("a read fails for ever where the record or its path is too large, and not for a timeout or a torn page", () => {
  const failures = [
    { heavy: "too_large" },
    { status: 414 },
    { status: 431 },
    { heavy: "timeout" },
    { unreadable: "{" },
  ] as const;
  expect(failures.map((failure) => isTooLarge({ ...down, ...failure }))).toEqual([true, true, true, false, false]);
  expect(isTooLarge({ outcome: "ok", value: {}, moment })).toBe(false);
});

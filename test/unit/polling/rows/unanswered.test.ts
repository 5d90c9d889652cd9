import { expect, test } from "vitest";
import { isTooLarge, unanswered } from "../../../../shared/polling/removals/check-witness.ts";

const moment = { beganAt: 1, asOf: 2 };
const fault = { outcome: "unavailable", status: 500, retryAfterMs: undefined } as const;

test.each([
  [{ outcome: "exhausted" }, "exhausted"],
  [fault, "unavailable"],
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
  expect(failures.map((failure) => isTooLarge({ ...fault, ...failure }))).toEqual([true, true, true, false, false]);
  expect(isTooLarge({ outcome: "ok", value: {}, moment })).toBe(false);
});

import { expect, test } from "vitest";
import { httpDate, retryAfterOf } from "../../../shared/kernel/retry-after.ts";

const now = Date.UTC(2026, 10, 21, 9);

test.each([
  ["0", 0],
  ["120", 120_000],
  [" 120 ", 120_000],
  ["Sat, 21 Nov 2026 09:10:00 GMT", 600_000],
  ["Sat, 21 Nov 2026 08:00:00 GMT", 0],
  ["Saturday, 21-Nov-26 09:10:00 GMT", 600_000],
  ["Sat Nov 21 09:10:00 2026 GMT", 600_000],
  ["-5", undefined],
  ["1.5", undefined],
  ["soon", undefined],
  ["Soon, perhaps", undefined],
  ["2026-11-21T09:10:00Z", undefined],
  ["", undefined],
  [undefined, undefined],
])("Retry-After %o asks for %s ms", (value, expected) => {
  expect(retryAfterOf(value, now)).toBe(expected);
});

test("hazard 7: a response's Date is read, and an invalid one is ignored", () => {
  expect(httpDate("Sat, 21 Nov 2026 09:00:00 GMT")).toBe(now);
  for (const nonsense of [undefined, "", "5", "2026-11-21T09:00:00Z"]) expect(httpDate(nonsense)).toBeUndefined();
});

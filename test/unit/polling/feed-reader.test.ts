import { expect, test } from "vitest";
import { endBecauseOf, stepAt, stepTo, takenStep, triageBadRequest } from "../../../shared/polling/feed-reader.ts";
import type { SourceAnswer, SourceFailure } from "../../../shared/source/source.ts";

test.each([
  ["exhausted", { outcome: "yielded" }],
  ["refused", { outcome: "refused", by: "forbidden" }],
  ["unavailable", { outcome: "failed", reason: "unavailable" }],
] as const)("a request from the mirror that was %s ends the pass like the reader's own", (reason, end) => {
  expect(endBecauseOf({ outcome: "incomplete", reason })).toEqual(end);
});

test("an unavailable source ends the pass as failed, with its status, its Retry-After and what couldn't be read", () => {
  const unavailable = { outcome: "unavailable", status: 503, retryAfterMs: 2_000 } as const;
  expect(endBecauseOf(unavailable)).toEqual({ outcome: "failed", reason: "unavailable_503", retryAfterMs: 2_000 });
  const silent = { outcome: "unavailable", status: undefined, retryAfterMs: undefined } as const;
  expect(endBecauseOf(silent)).toEqual({ outcome: "failed", reason: "unavailable" });
  const broken = { ...silent, unreadable: "<html>" } as const;
  expect(endBecauseOf(broken)).toEqual({ outcome: "failed", reason: "unreadable_page", unreadable: "<html>" });
});

const moment = { beganAt: 0, asOf: 0 };

test.each<[SourceFailure, object]>([
  [{ outcome: "exhausted" }, { outcome: "yielded" }],
  [{ outcome: "revoked" }, { outcome: "refused", by: "revoked" }],
  [{ outcome: "forbidden" }, { outcome: "refused", by: "forbidden" }],
  [{ outcome: "unauthorized" }, { outcome: "refused", by: "unauthorized" }],
  [
    { outcome: "notFound", problem: true, moment },
    { outcome: "failed", reason: "not_found" },
  ],
  [{ outcome: "badRequest" }, { outcome: "failed", reason: "bad_request" }],
  [{ outcome: "unprocessable" }, { outcome: "failed", reason: "unprocessable" }],
  [
    { outcome: "unavailable", status: 200, retryAfterMs: undefined, heavy: "too_large" },
    { outcome: "failed", reason: "too_large" },
  ],
])("a pass whose question got %o ends as %o", (failure, end) => {
  expect(endBecauseOf(failure)).toEqual(end);
});

test.each<[SourceAnswer<unknown>, object]>([
  [{ outcome: "ok", value: {}, moment }, { outcome: "lostCursor" }],
  [{ outcome: "badRequest" }, { outcome: "parked", reason: "bad_request" }],
  [{ outcome: "exhausted" }, { outcome: "yielded" }],
])("hazard 40: a 400 whose bare request got %o means %o", (bare, judged) => {
  expect(triageBadRequest(bare)).toEqual(judged);
});

test("a step has its position only once the mirror has its rows", async () => {
  const position = { checkpoint: { page: 2 } };
  expect(await stepTo(position).observe()).toEqual({ outcome: "observed", changed: 0, position });
  const incomplete = { outcome: "incomplete", reason: "unavailable" } as const;
  expect(await stepTo(position, async () => incomplete).observe()).toEqual(incomplete);
  const counted = { observe: async () => ({ outcome: "observed", changed: 3 }) as const, mayWait: true } as const;
  const step = stepAt(counted, ({ changed }) => ({ checkpoint: { changed } }));
  expect(step.mayWait).toBe(true);
  expect(await step.observe()).toEqual({ outcome: "observed", changed: 3, position: { checkpoint: { changed: 3 } } });
});

test("a reader continues with its step's outcome, and never after one that the mirror refused", async () => {
  const taken = takenStep({ observe: async () => ({ outcome: "observed", changed: 1, page: 7 }) as const });
  const step = taken.next();
  if (step.done !== true) await step.value.observe();
  expect(taken.next()).toMatchObject({ done: true, value: { page: 7 } });
  const refused = takenStep({ observe: async () => ({ outcome: "incomplete", reason: "refused" }) as const });
  const incomplete = refused.next();
  if (incomplete.done !== true) await incomplete.value.observe();
  expect(() => refused.next()).toThrow(expect.objectContaining({ code: "step_not_taken" }));
});

import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { removalReason } from "../../../../shared/mirror/next-item.ts";
import { type ObserveOutcome } from "../../../../shared/polling/feed-reader.ts";
import {
  askCandidates,
  type Candidate,
  confirmMissing,
  proofState,
} from "../../../../shared/polling/removals/removal-proof.ts";
import { checkWitness, type WitnessQuestion } from "../../../../shared/polling/rows/check-witness.ts";
import type { Source, SourceAnswer } from "../../../../shared/source/source.ts";

const moment = { beganAt: 1_000, asOf: 2_000 };
const found = (id: string): SourceAnswer<JsonObject> => ({ outcome: "ok", value: { id }, moment });
const gone: SourceAnswer<never> = { outcome: "notFound", problem: true, moment };
const unavailable: SourceAnswer<never> = { outcome: "unavailable", status: 503, retryAfterMs: undefined };

/** A source that answers by path, and counts what it was asked. */
function sourceOf(answers: { readonly [path: string]: SourceAnswer<JsonObject> }) {
  const asked: string[] = [];
  const source: Source = {
    one: async ({ path }) => {
      asked.push(path);
      return answers[path] ?? gone;
    },
    page: async () => ({ outcome: "exhausted" }),
  };
  return { source, asked };
}

/** A candidate that writes down what became of it. */
function candidate(
  id: string,
  became: string[],
  missing = false,
  outcome: ObserveOutcome = { outcome: "observed", changed: 1 },
): Candidate {
  const is = async (state: string) => void became.push(`${id} ${state}`);
  return {
    id,
    state: missing ? "missing" : "suspected",
    missingAt: undefined,
    recorded: false,
    path: `/${id}`,
    noteMissing: () => is("missing"),
    notePresent: async () => {
      await is("present");
      return outcome;
    },
    drop: () => is("dropped"),
    forget: () => is("forgotten"),
    noteRemoved: ({ asOf }) => is(`removed ${asOf}`),
  };
}

const witnesses = (...answers: readonly SourceAnswer<unknown>[]): readonly WitnessQuestion[] =>
  answers.map((answer) => async () => answer);

const unasked = () => Promise.reject(new Error("no witness is needed"));

const askSuspected = (
  source: Source,
  candidates: readonly Candidate[],
  asWitnesses: () => Promise<readonly WitnessQuestion[]>,
) => askCandidates(source, candidates, asWitnesses, (one) => one.noteMissing());

describe("the first read", () => {
  test("marks a candidate with a 404 as missing and one with a record as present, and drops an undecidable one", async () => {
    const became: string[] = [];
    const { source } = sourceOf({ "/b": found("b"), "/c": { outcome: "badRequest" }, "/d": found("other") });
    const candidates = ["a", "b", "c", "d"].map((id) => candidate(id, became));
    const asked = await askSuspected(source, candidates, unasked);
    expect(became).toEqual(["a missing", "b present", "c dropped", "d dropped"]);
    expect(asked).toEqual({ outcome: "ok", gone: [{ candidate: candidates[0], moment }], changed: 1 });
  });

  test.each<[string, SourceAnswer<never>]>([
    ["a 404 without a problem document", { outcome: "notFound", problem: false, moment }],
    ["a refusal", { outcome: "forbidden" }],
    ["a spent allowance", { outcome: "exhausted" }],
  ])("concludes nothing at %s and stops the pass; earlier results are kept", async (_, failure) => {
    const became: string[] = [];
    const { source } = sourceOf({ "/b": failure });
    const candidates = ["a", "b", "c"].map((id) => candidate(id, became));
    const asked = await askSuspected(source, candidates, unasked);
    expect(asked).toEqual({ outcome: "stopped", failure, answered: 1 });
    expect(became).toEqual(["a missing"]);
  });

  test("skips a candidate without a response, which doesn't change, and decides the others", async () => {
    const became: string[] = [];
    const { source } = sourceOf({ "/b": unavailable, "/d": found("d") });
    const candidates = ["a", "b", "c", "d"].map((id) => candidate(id, became));
    const asked = await askSuspected(source, candidates, unasked);
    expect(asked).toEqual({
      outcome: "ok",
      gone: [candidates[0], candidates[2]].map((one) => ({ candidate: one, moment })),
      changed: 1,
      passedOver: { candidates: [candidates[1]], failure: unavailable },
    });
    expect(became).toEqual(["a missing", "c missing", "d present"]);
  });

  test("continues after two candidates in a row without a response only if a witness responds", async () => {
    const answers = { "/b": unavailable, "/c": unavailable, "/d": unavailable };
    const { source, asked } = sourceOf(answers);
    const became: string[] = [];
    const candidates = ["a", "b", "c", "d", "e"].map((id) => candidate(id, became));
    expect(await askSuspected(source, candidates, async () => witnesses(found("w")))).toMatchObject({
      gone: [candidates[0], candidates[4]].map((one) => ({ candidate: one, moment })),
      passedOver: { candidates: candidates.slice(1, 4) },
    });
    asked.length = 0;
    // An outage must not spend the allowance on hundreds of candidates.
    for (const outage of [witnesses(unavailable), witnesses(gone)]) {
      expect(await askSuspected(source, candidates, async () => outage)).toEqual({
        outcome: "stopped",
        failure: unavailable,
        answered: 1,
      });
    }
    expect(asked).toEqual(["/a", "/b", "/c", "/a", "/b", "/c"]);
  });

  test("stops the pass at a candidate whose response the mirror can't store yet", async () => {
    const { source } = sourceOf({ "/a": found("a") });
    const refused = candidate("a", [], false, { outcome: "incomplete", reason: "refused" });
    expect(await askSuspected(source, [refused], unasked)).toEqual({
      outcome: "stopped",
      failure: { outcome: "incomplete", reason: "refused" },
      answered: 0,
    });
  });
});

describe("the second read", () => {
  test("removes a candidate as of its second 404, once a witness responds after it", async () => {
    const became: string[] = [];
    const { source } = sourceOf({ "/b": found("b") });
    const due = [candidate("a", became, true), candidate("b", became, true)];
    const confirmed = await confirmMissing(source, due, async () => {
      became.push("witness");
      return witnesses(gone, found("w"));
    });
    expect(confirmed).toEqual({ outcome: "ok", changed: 2 });
    expect(became).toEqual(["b present", "witness", "a removed 2000"]);
  });

  test("removes nothing while no witness responds, nor while one can't be read", async () => {
    const became: string[] = [];
    const { source } = sourceOf({});
    const due = [candidate("a", became, true)];
    expect(await confirmMissing(source, due, async () => witnesses(gone, gone))).toEqual({
      outcome: "none",
      asked: 2,
      changed: 0,
    });
    expect(await confirmMissing(source, due, async () => witnesses(gone, unavailable))).toEqual({
      outcome: "stopped",
      failure: unavailable,
      answered: 1,
    });
    expect(became).toEqual([]);
  });

  test("skips a candidate without a response, and removes the others", async () => {
    const became: string[] = [];
    const { source } = sourceOf({ "/a": unavailable });
    const due = ["a", "b"].map((id) => candidate(id, became, true));
    expect(await confirmMissing(source, due, async () => witnesses(found("w")))).toEqual({
      outcome: "ok",
      changed: 1,
      passedOver: { candidates: [due[0]], failure: unavailable },
    });
    expect(became).toEqual(["b removed 2000"]);
  });

  test("needs no witness if every candidate responds", async () => {
    const { source } = sourceOf({ "/a": found("a") });
    expect(await confirmMissing(source, [candidate("a", [], true)], unasked)).toMatchObject({
      outcome: "ok",
      changed: 1,
    });
  });
});

test("skips a witness that is gone or malformed for the next one", async () => {
  const malformed: SourceAnswer<never> = { outcome: "badRequest" };
  expect(await checkWitness(witnesses(gone, malformed, found("w")))).toEqual({ outcome: "ok" });
  expect(await checkWitness([])).toEqual({ outcome: "none", asked: 0 });
});

test("skips a witness without a response for the next one, and in an outage none responds", async () => {
  expect(await checkWitness(witnesses(unavailable, found("w")))).toEqual({ outcome: "ok" });
  expect(await checkWitness(witnesses(unavailable, gone))).toEqual({ outcome: "stopped", failure: unavailable });
  // Our access or our allowance concerns all of them alike.
  const refused: SourceAnswer<never> = { outcome: "forbidden" };
  expect(await checkWitness(witnesses(refused, found("w")))).toEqual({ outcome: "stopped", failure: refused });
});

test("is due once the gap between the two reads has passed", () => {
  expect(proofState(undefined, { now: 100, confirmGap: 60 })).toBe("suspected");
  expect(proofState(41, { now: 100, confirmGap: 60 })).toBe("missing");
  expect(proofState(40, { now: 100, confirmGap: 60 })).toBe("due");
  expect(proofState(159, { now: 100, confirmGap: 60 })).toBe("missing");
  // Asked by a clock that was ahead: how long ago that is, nobody knows.
  expect(proofState(160, { now: 100, confirmGap: 60 })).toBe("suspected");
});

test("prefers the owner's removal to the journal, and the journal to a 404", () => {
  expect(removalReason({ cascade: true, recorded: true })).toBe("cascade");
  expect(removalReason({ cascade: false, recorded: true })).toBe("journal");
  expect(removalReason({ cascade: false, recorded: false })).toBe("not_found_or_no_access");
});

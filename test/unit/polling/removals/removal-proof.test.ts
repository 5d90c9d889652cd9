import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { removalReason } from "../../../../shared/mirror/records/tombstone-of.ts";
import type { ObserveOutcome } from "../../../../shared/polling/observe/observed.ts";
import { checkWitness, type WitnessQuestion } from "../../../../shared/polling/removals/check-witness.ts";
import {
  askSuspected,
  type Candidate,
  confirmMissing,
  proofState,
} from "../../../../shared/polling/removals/removal-proof.ts";
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

describe("the first question", () => {
  test("a candidate that answers 404 is missing, one that answers is present, one that can't be decided is dropped", async () => {
    const became: string[] = [];
    const { source } = sourceOf({ "/b": found("b"), "/c": { outcome: "badRequest" }, "/d": found("other") });
    const candidates = ["a", "b", "c", "d"].map((id) => candidate(id, became));
    const asked = await askSuspected(source, candidates, unasked);
    expect(became).toEqual(["a missing", "b present", "c dropped", "d dropped"]);
    expect(asked).toEqual({ outcome: "asked", missing: [candidates[0]], changed: 1 });
  });

  test.each<[string, SourceAnswer<never>]>([
    ["a 404 without a problem document", { outcome: "notFound", problem: false, moment }],
    ["a refusal", { outcome: "forbidden" }],
    ["a spent allowance", { outcome: "exhausted" }],
  ])("%s concludes nothing and stops the pass; what was found before it is kept", async (_, failure) => {
    const became: string[] = [];
    const { source } = sourceOf({ "/b": failure });
    const candidates = ["a", "b", "c"].map((id) => candidate(id, became));
    const asked = await askSuspected(source, candidates, unasked);
    expect(asked).toEqual({ outcome: "stopped", failure, answered: 1 });
    expect(became).toEqual(["a missing"]);
  });

  test("a candidate that gets no answer is passed over and stays as it was, and the others are decided", async () => {
    const became: string[] = [];
    const { source } = sourceOf({ "/b": unavailable, "/d": found("d") });
    const candidates = ["a", "b", "c", "d"].map((id) => candidate(id, became));
    const asked = await askSuspected(source, candidates, unasked);
    expect(asked).toEqual({
      outcome: "asked",
      missing: [candidates[0], candidates[2]],
      changed: 1,
      passedOver: { candidates: [candidates[1]], failure: unavailable },
    });
    expect(became).toEqual(["a missing", "c missing", "d present"]);
  });

  test("where two candidates in a row get no answer, the pass goes on only if a witness answers", async () => {
    const answers = { "/b": unavailable, "/c": unavailable, "/d": unavailable };
    const { source, asked } = sourceOf(answers);
    const became: string[] = [];
    const candidates = ["a", "b", "c", "d", "e"].map((id) => candidate(id, became));
    expect(await askSuspected(source, candidates, async () => witnesses(found("w")))).toMatchObject({
      missing: [candidates[0], candidates[4]],
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

  test("a candidate whose answer the mirror can't take yet stops the pass", async () => {
    const { source } = sourceOf({ "/a": found("a") });
    const refused = candidate("a", [], false, { outcome: "incomplete", reason: "refused" });
    expect(await askSuspected(source, [refused], unasked)).toEqual({
      outcome: "stopped",
      failure: { outcome: "incomplete", reason: "refused" },
      answered: 0,
    });
  });
});

describe("the second question", () => {
  test("a candidate that is gone again is removed as of its second 404, once a witness answers after it", async () => {
    const became: string[] = [];
    const { source } = sourceOf({ "/b": found("b") });
    const due = [candidate("a", became, true), candidate("b", became, true)];
    const confirmed = await confirmMissing(source, due, async () => {
      became.push("witness");
      return witnesses(gone, found("w"));
    });
    expect(confirmed).toEqual({ outcome: "confirmed", removed: 1, changed: 1 });
    expect(became).toEqual(["b present", "witness", "a removed 2000"]);
  });

  test("nothing is removed while no witness answers, nor while one can't be asked", async () => {
    const became: string[] = [];
    const { source } = sourceOf({});
    const due = [candidate("a", became, true)];
    expect(await confirmMissing(source, due, async () => witnesses(gone, gone))).toEqual({
      outcome: "noWitness",
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

  test("a candidate that gets no answer is passed over, and the others are removed", async () => {
    const became: string[] = [];
    const { source } = sourceOf({ "/a": unavailable });
    const due = ["a", "b"].map((id) => candidate(id, became, true));
    expect(await confirmMissing(source, due, async () => witnesses(found("w")))).toEqual({
      outcome: "confirmed",
      removed: 1,
      changed: 0,
      passedOver: { candidates: [due[0]], failure: unavailable },
    });
    expect(became).toEqual(["b removed 2000"]);
  });

  test("no witness is asked for where every candidate answers", async () => {
    const { source } = sourceOf({ "/a": found("a") });
    expect(await confirmMissing(source, [candidate("a", [], true)], unasked)).toMatchObject({ outcome: "confirmed" });
  });
});

test("a witness that is gone or malformed by now is passed over for the next one", async () => {
  const malformed: SourceAnswer<never> = { outcome: "badRequest" };
  expect(await checkWitness(witnesses(gone, malformed, found("w")))).toEqual({ outcome: "alive" });
  expect(await checkWitness([])).toEqual({ outcome: "none", asked: 0 });
});

test("a witness that gets no answer is passed over for the next one, and in an outage none answers", async () => {
  expect(await checkWitness(witnesses(unavailable, found("w")))).toEqual({ outcome: "alive" });
  expect(await checkWitness(witnesses(unavailable, gone))).toEqual({ outcome: "stopped", failure: unavailable });
  // Our access or our allowance concerns all of them alike.
  const refused: SourceAnswer<never> = { outcome: "forbidden" };
  expect(await checkWitness(witnesses(refused, found("w")))).toEqual({ outcome: "stopped", failure: refused });
});

test("a candidate is due once the gap between the two questions has passed", () => {
  expect(proofState(undefined, { now: 100, confirmGap: 60 })).toBe("suspected");
  expect(proofState(41, { now: 100, confirmGap: 60 })).toBe("missing");
  expect(proofState(40, { now: 100, confirmGap: 60 })).toBe("due");
  expect(proofState(159, { now: 100, confirmGap: 60 })).toBe("missing");
  // Asked by a clock that was ahead: how long ago that is, nobody knows.
  expect(proofState(160, { now: 100, confirmGap: 60 })).toBe("suspected");
});

test("the owner's removal explains more than the journal, and the journal more than a 404", () => {
  expect(removalReason({ cascade: true, recorded: true })).toBe("cascade");
  expect(removalReason({ cascade: false, recorded: true })).toBe("journal");
  expect(removalReason({ cascade: false, recorded: false })).toBe("not_found_or_no_access");
});
